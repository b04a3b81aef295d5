import { expect, it } from 'vitest'
import { z } from 'zod'
import { durationMs, list, oneOf, port, secret } from './config-types.ts'
import { describeConfig } from './describe-config.ts'

it('describes type, default, need and secrecy of every variable, in the order of the schema', () => {
  const schema = z.object({
    PORT: port().default(8080).describe('Where to listen'),
    KEY: secret().describe('Opens the vault'),
    GRACE: durationMs().describe('Time to stop').default(90_000),
    LEVEL: oneOf(['info', 'debug']).default('info'),
    CHANNELS: list().default(['a', 'b']),
    NOTE: z.string().optional(),
  })
  expect(describeConfig(schema)).toEqual([
    {
      name: 'PORT',
      type: 'port',
      default: '8080',
      required: false,
      secret: false,
      description: 'Where to listen',
      example: '8080',
    },
    {
      name: 'KEY',
      type: 'secret',
      default: undefined,
      required: true,
      secret: true,
      description: 'Opens the vault',
      example: undefined,
    },
    {
      name: 'GRACE',
      type: 'duration',
      default: '90s',
      required: false,
      secret: false,
      description: 'Time to stop',
      example: '30s',
    },
    {
      name: 'LEVEL',
      type: 'info | debug',
      default: 'info',
      required: false,
      secret: false,
      description: '',
      example: 'info',
    },
    {
      name: 'CHANNELS',
      type: 'list',
      default: 'a,b',
      required: false,
      secret: false,
      description: '',
      example: 'one,two',
    },
    {
      name: 'NOTE',
      type: 'text',
      default: undefined,
      required: false,
      secret: false,
      description: '',
      example: undefined,
    },
  ])
})

it('writes a default duration so that it reads back as the same time', () => {
  for (const ms of [0, 1, 250, 1_000, 1_500, 60_000, 3_600_000, 86_400_000, 90_061_000]) {
    const [field] = describeConfig(z.object({ T: durationMs().default(ms) }))
    expect(durationMs().parse(field?.default)).toBe(ms)
  }
})

it('lets a later meta() mark a field secret', () => {
  const [field] = describeConfig(z.object({ URI: z.string().default('x').meta({ secret: true }) }))
  expect(field?.secret).toBe(true)
})
