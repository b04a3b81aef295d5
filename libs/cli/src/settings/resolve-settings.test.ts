import { describe, expect, it } from 'vitest'
import { resolveSettings } from './resolve-settings.ts'

const development = {
  MONGODB_URI: 'mongodb://dev/omnistream',
  DATABASE_URL: 'postgres://dev/omnistream',
  NATS_URL: 'nats://dev',
  ENCRYPTION_KEYS: 'dev:key',
  OMNISTREAM_TENANT: 'development',
  OMNISTREAM_API_URL: 'http://dev:8082',
  OMNISTREAM_API_KEY: 'omni_dev',
  OMNISTREAM_EDGE_URL: 'http://dev:8080',
  WHATSAPP_APP_SECRET: 'dev secret',
  OMNISTREAM_SAMPLE_SECRET: 'dev secret of the others',
}

describe('resolveSettings', () => {
  it('takes everything from the development file where the environment says nothing', () => {
    expect(resolveSettings({}, development)).toEqual(development)
  })

  it('never uses a development key or tenant with a server that the environment names', () => {
    const settings = resolveSettings({ DATABASE_URL: 'postgres://production/omnistream' }, development)
    expect(settings.DATABASE_URL).toBe('postgres://production/omnistream')
    for (const name of ['MONGODB_URI', 'NATS_URL', 'ENCRYPTION_KEYS', 'OMNISTREAM_TENANT']) {
      expect(settings).not.toHaveProperty(name)
    }
    expect(settings.OMNISTREAM_API_KEY).toBe('omni_dev')
  })

  it('never shows a development key to another API, nor signs for another edge', () => {
    const settings = resolveSettings(
      { OMNISTREAM_API_URL: 'https://api.example', OMNISTREAM_EDGE_URL: 'https://edge.example' },
      development,
    )
    expect(settings).not.toHaveProperty('OMNISTREAM_API_KEY')
    expect(settings).not.toHaveProperty('WHATSAPP_APP_SECRET')
    expect(settings).not.toHaveProperty('OMNISTREAM_SAMPLE_SECRET')
    expect(settings.MONGODB_URI).toBe(development.MONGODB_URI)
  })

  it('lets the environment replace a key of the development servers', () => {
    const settings = resolveSettings({ OMNISTREAM_API_KEY: 'omni_other' }, development)
    expect(settings).toMatchObject({
      OMNISTREAM_API_URL: 'http://dev:8082',
      OMNISTREAM_API_KEY: 'omni_other',
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(resolveSettings({ OMNISTREAM_API_URL: '', OMNISTREAM_API_KEY: ' ' }, development)).toEqual(
      development,
    )
  })
})
