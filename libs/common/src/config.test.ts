import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigError, loadConfig } from './config.ts'
import { durationMs, oneOf, port, secret, url } from './config-types.ts'

const schema = z.object({
  PORT: port().default(8080).describe('Where to listen'),
  MONGODB_URI: url(['mongodb', 'mongodb+srv']).describe('The message store'),
  APP_SECRET: secret().optional(),
  TIMEOUT: durationMs().default(5_000),
  LOG_LEVEL: oneOf(['info', 'debug']).default('info'),
})

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(schema, env, { service: 'edge' })
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('gives typed values and the defaults of what is absent', () => {
    const config = loadConfig(schema, { MONGODB_URI: 'mongodb://db/x', TIMEOUT: '2m' }, { service: 'edge' })
    expect(config).toEqual({ PORT: 8080, MONGODB_URI: 'mongodb://db/x', TIMEOUT: 120_000, LOG_LEVEL: 'info' })
  })

  it('freezes what it gives', () => {
    expect(Object.isFrozen(loadConfig(schema, { MONGODB_URI: 'mongodb://db' }, { service: 'edge' }))).toBe(
      true,
    )
  })

  it('takes an empty variable as absent', () => {
    expect(
      loadConfig(schema, { MONGODB_URI: 'mongodb://db', PORT: '', TIMEOUT: '  ' }, { service: 'edge' }),
    ).toMatchObject({
      PORT: 8080,
      TIMEOUT: 5_000,
    })
  })

  it('reports every problem at once, each on a line with the name and an example', () => {
    expect(problemsOf({ PORT: 'http', TIMEOUT: 'soon', LOG_LEVEL: 'loud' })).toEqual([
      'PORT: must be a whole number (Where to listen; for example PORT=8080)',
      'MONGODB_URI: is required and was not set (The message store; for example MONGODB_URI=mongodb://localhost)',
      'TIMEOUT: must be a length of time with a unit (for example TIMEOUT=30s)',
      'LOG_LEVEL: must be one of info, debug (for example LOG_LEVEL=info)',
    ])
  })

  it('never repeats a value, which may hold a password', () => {
    expect(problemsOf({ MONGODB_URI: 'postgres://user:hunter2@db' }).join()).not.toContain('hunter2')
  })

  it('names the service in its message', () => {
    expect(() => loadConfig(schema, {}, { service: 'edge' })).toThrow(
      /^edge: 1 problem in the configuration\n {2}MONGODB_URI/,
    )
  })

  it('reports a rule over several variables', () => {
    const pair = z
      .object({ A: z.string().optional(), B: z.string().optional() })
      .refine(({ A, B }) => A !== undefined || B !== undefined, { error: 'one of A and B is required' })
    expect(() => loadConfig(pair, {}, { service: 'edge' })).toThrow('one of A and B is required')
  })
})
