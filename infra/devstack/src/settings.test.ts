import { describe, expect, it } from 'vitest'
import { postgresConf } from './servers/postgres-conf.ts'
import { readSettings } from './settings.ts'
import { missingServices, urlsOf } from './urls.ts'

describe('settings', () => {
  it('have the documented ports and loopback addresses when nothing is set', () => {
    expect(urlsOf(readSettings({}).ports)).toEqual({
      MONGODB_URI: 'mongodb://127.0.0.1:27117/omnistream?directConnection=true',
      DATABASE_URL: 'postgres://postgres@127.0.0.1:5499/omnistream',
      NATS_URL: 'nats://127.0.0.1:4299',
      REDIS_URL: 'redis://127.0.0.1:6399',
    })
  })

  it('keep the cache in XDG_CACHE_HOME and treat an empty value as none', () => {
    expect(readSettings({ XDG_CACHE_HOME: '/c' }).cacheDir).toBe('/c/omnistream')
    expect(readSettings({ MONGODB_URI: '' }).given).toEqual({})
  })

  it('report every wrong port at once', () => {
    const read = () => readSettings({ OMNISTREAM_MONGO_PORT: 'x', OMNISTREAM_NATS_PORT: '70000' })
    expect(read).toThrow(/OMNISTREAM_MONGO_PORT[\s\S]*OMNISTREAM_NATS_PORT/)
  })
})

describe('servers the environment names', () => {
  it('are not started, the others are', () => {
    expect(missingServices({ NATS_URL: 'nats://x' })).toEqual(['postgres', 'mongo', 'valkey'])
    expect(missingServices({ MONGODB_URI: 'mongodb://x' })).toEqual(['postgres', 'nats', 'valkey'])
  })

  it('need PostgreSQL all the same when only it is named but not MongoDB', () => {
    expect(missingServices({ DATABASE_URL: 'x', NATS_URL: 'x', REDIS_URL: 'x' })).toEqual([
      'postgres',
      'mongo',
    ])
  })
})

it('PostgreSQL is durable and listens on loopback alone, on machines of any size', () => {
  for (const memoryBytes of [512 * 2 ** 20, 4 * 2 ** 30, 256 * 2 ** 30]) {
    const conf = postgresConf({ port: 5499, memoryBytes })
    expect(conf).toContain('fsync = on\n')
    expect(conf).toContain('synchronous_commit = on\n')
    expect(conf).toContain("listen_addresses = '127.0.0.1'\n")
    const [, cacheMb] = /shared_buffers = '(\d+)MB'/.exec(conf) ?? []
    expect(Number(cacheMb) * 2 ** 20).toBeLessThanOrEqual(memoryBytes / 4)
  }
})
