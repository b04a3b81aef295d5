import { createKeyRing } from '@omnistream/postgres'
import { expect, it } from 'vitest'
import { developmentSettings } from './development-settings.ts'

const urls = { MONGODB_URI: 'm', DATABASE_URL: 'd', NATS_URL: 'n', REDIS_URL: 'r' }
const ports = {
  ingestor: { host: '0.0.0.0', port: 1 },
  engine: { host: '127.0.0.1', port: 2 },
  api: { host: '::1', port: 3 },
  sender: { host: '127.0.0.1', port: 4 },
}

it('makes secrets once and keeps them', () => {
  const first = developmentSettings({}, {}, urls, ports)
  expect(developmentSettings({}, first, urls, ports)).toEqual(first)
  expect(createKeyRing(first.ENCRYPTION_KEYS).activeKeyId).toBe('dev')
  expect(developmentSettings({}, {}, urls, ports).WHATSAPP_APP_SECRET).not.toBe(first.WHATSAPP_APP_SECRET)
})

it('lets the environment decide, and takes addresses as they are now, not as they were', () => {
  const kept = { ...developmentSettings({}, {}, urls, ports), MONGODB_URI: 'old', DATABASE_SCHEMA: 'old' }
  const settings = developmentSettings({ WHATSAPP_APP_SECRET: 'mine' }, kept, urls, ports)
  expect(settings).toMatchObject({ WHATSAPP_APP_SECRET: 'mine', MONGODB_URI: 'm', DATABASE_SCHEMA: 'public' })
})

it('names addresses that can be opened, also where a service listens on every interface', () => {
  const settings = developmentSettings({}, {}, urls, ports)
  expect(settings.OMNISTREAM_EDGE_URL).toBe('http://127.0.0.1:1')
  expect(settings.OMNISTREAM_API_URL).toBe('http://[::1]:3')
})
