import { loadConfig, silentLogger } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiConfig } from './config.ts'
import { startApi } from './start-api.ts'
import { createTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
let env: Record<string, string>
const start = (changes: Record<string, string> = {}) =>
  startApi(loadConfig(apiConfig, { ...env, ...changes }, { service: 'api' }), silentLogger())

beforeAll(async () => {
  api = await createTestApi()
  const urls = await ensureDevstack({ log: () => undefined })
  const schema = await api.pool.query<{ schema: string }>('select current_schema() as schema')
  env = {
    ...{ MONGODB_URI: api.mongoUri, DATABASE_URL: urls.DATABASE_URL, API_PORT: '0' },
    DATABASE_SCHEMA: schema.rows[0]?.schema ?? '',
    HOOKGRES_SCHEMA: api.hookgres.schema,
  }
})
afterAll(() => api.drop())

it('serves from its environment alone, says that it is ready, and stops', async () => {
  const { key } = await api.tenant('inbox:read', 'webhooks:read')
  const running = await start()
  try {
    const ready = await fetch(`${running.url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ checks: { mongodb: { ok: true }, postgresql: { ok: true } } })
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${running.url}/v1/messages/search?q=hello`, { headers })).status).toBe(200)
    expect((await fetch(`${running.url}/v1/webhooks/endpoints`, { headers })).status).toBe(200)
    const metrics = await (await fetch(`${running.url}/metrics`)).text()
    expect(metrics).toContain('route="/readyz",status="200"')
    expect((await fetch(`${running.url}/openapi.json`)).status).toBe(200)
  } finally {
    await running.stop()
  }
  await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()
})

it('starts while PostgreSQL is away, says so, and answers 503', async () => {
  const running = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  try {
    expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
    const headers = { authorization: `Bearer omni_aaaaaaaa_${'b'.repeat(40)}` }
    const answer = await fetch(`${running.url}/v1/conversations`, { headers })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await answer.json()).toMatchObject({ type: 'urn:omnistream:problem:store-unavailable' })
  } finally {
    await running.stop()
  }
})

it('names every missing setting at once', () => {
  expect(() => loadConfig(apiConfig, {}, { service: 'api' })).toThrow(/MONGODB_URI[\s\S]*DATABASE_URL/)
})

it('names the port that is taken, and the setting that changes it', async () => {
  const running = await start()
  try {
    await expect(start({ API_PORT: String(running.port) })).rejects.toThrow(/set API_PORT/)
  } finally {
    await running.stop()
  }
})
