import { randomUUID } from 'node:crypto'
import { createAccount, createKeyRing } from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAudit } from '../testing/build-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { auditDetailSchema, auditListSchema, auditStatsSchema } from './audit-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

async function list(key: string, query = '') {
  const { status, body } = await api.get(`/v1/audit?${query}`, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return auditListSchema.parse(body)
}

const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

describe('the list of webhooks', () => {
  it('is newest first, each once and in the same order down and up, with many of one instant', async () => {
    const { id: tenant, key } = await api.tenant('audit:read')
    const at = (n: number) => new Date(1_780_000_000_000 + Math.floor(n / 5))
    await api.collections.webhookAudit.insertMany(
      Array.from({ length: 14 }, (_, n) => buildAudit({ tenant, at: at(n) })),
    )
    const all = ids(await list(key))
    expect(all).toHaveLength(14)
    let current = await list(key, 'limit=4')
    const down = ids(current)
    while (current.page.next !== null) {
      current = await list(key, `limit=4&before=${current.page.next}`)
      down.push(...ids(current))
    }
    expect(down).toEqual(all)
    const up = ids(current)
    for (let prev = current.page.prev; prev !== null; ) {
      const higher = await list(key, `limit=3&after=${prev}`)
      if (higher.data.length === 0) break
      up.unshift(...ids(higher))
      prev = higher.page.prev
    }
    expect(up).toEqual(all)
  })

  it('is narrowed by channel, account, state, signature and time', async () => {
    const { id: tenant, key } = await api.tenant('audit:read')
    const keyRing = createKeyRing(`k:${Buffer.alloc(32, 1).toString('base64')}`)
    const created = await createAccount(api.pool, keyRing, {
      ...{ tenantId: tenant, channel: 'whatsapp', externalId: randomUUID(), name: 'Shop' },
    })
    if (!created.ok) throw new Error(created.reason)
    const account = created.account.id
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    await api.collections.webhookAudit.insertMany([
      buildAudit({ tenant, id: a, at: new Date('2026-07-01T00:00:00Z'), more: { channel: 'telegram' } }),
      buildAudit({
        ...{ tenant, id: b, at: new Date('2026-07-02T00:00:00Z') },
        more: { parse: { state: 'failed', error: 'boom' }, account_id: api.deps.uuids.write(account) },
      }),
      buildAudit({
        tenant,
        id: c,
        at: new Date('2026-07-03T00:00:00Z'),
        more: { signature_status: 'NO_SECRET' },
      }),
    ])
    expect(ids(await list(key))).toEqual([c, b, a])
    expect(ids(await list(key, 'channel=telegram'))).toEqual([a])
    expect(ids(await list(key, `account=${account}`))).toEqual([b])
    expect(ids(await list(key, `account=${account}&channel=telegram`))).toEqual([])
    expect(ids(await list(key, `account=${randomUUID()}`))).toEqual([])
    expect(ids(await list(key, 'state=failed'))).toEqual([b])
    expect(ids(await list(key, 'signature=NO_SECRET'))).toEqual([c])
    expect(ids(await list(key, 'from=2026-07-02&to=2026-07-03'))).toEqual([b])
    const [failed] = (await list(key, 'state=failed')).data
    expect(failed).toMatchObject({ account_id: account, parse: { state: 'failed', error: 'boom' } })
    expect(failed).not.toHaveProperty('body_base64')
  })
})

describe('one webhook', () => {
  it('comes with its headers and body, credentials masked', async () => {
    const { id: tenant, key } = await api.tenant('audit:read')
    const id = randomUUID()
    const body = Buffer.from('{"text":"olá 好"}')
    await api.collections.webhookAudit.insertOne(
      buildAudit({
        ...{ tenant, id, body },
        more: {
          url: '/webhooks/whatsapp?hub.verify_token=hidden',
          headers: { authorization: 'Bearer hidden', 'x-hub-signature-256': 'sha256=ab' },
        },
      }),
    )
    const answer = await api.get(`/v1/audit/${id}`, key)
    expect(answer.status).toBe(200)
    const detail = auditDetailSchema.parse(answer.body)
    expect(detail).toMatchObject({ body_text: '{"text":"olá 好"}', body_base64: body.toString('base64') })
    expect(detail.headers).toEqual({ authorization: '***', 'x-hub-signature-256': 'sha256=ab' })
    expect(answer.bytes.toString('utf8')).not.toContain('hidden')
  })

  it('gives every byte back as it came, and nothing a browser would run', async () => {
    const { id: tenant, key } = await api.tenant('audit:read')
    const id = randomUUID()
    const body = Buffer.from(Array.from({ length: 512 }, (_, n) => n % 256))
    const more = { content_type: 'text/html', headers: {} }
    await api.collections.webhookAudit.insertOne(buildAudit({ tenant, id, body, more }))
    const raw = await api.get(`/v1/audit/${id}/raw`, key)
    expect(raw.status).toBe(200)
    expect(raw.bytes.equals(body)).toBe(true)
    expect(raw.headers.get('content-type')).toBe('application/octet-stream')
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff')
    expect(raw.headers.get('x-original-content-type')).toBe('text/html')
    expect(raw.headers.get('content-disposition')).toContain('attachment')
    const detail = auditDetailSchema.parse((await api.get(`/v1/audit/${id}`, key)).body)
    expect(detail.body_text).toBeNull()
    expect(Buffer.from(detail.body_base64, 'base64').equals(body)).toBe(true)
  })

  it('is as good with an empty body', async () => {
    const { id: tenant, key } = await api.tenant('audit:read')
    const id = randomUUID()
    await api.collections.webhookAudit.insertOne(buildAudit({ tenant, id, body: Buffer.alloc(0) }))
    expect((await api.get(`/v1/audit/${id}/raw`, key)).bytes).toHaveLength(0)
    expect((await api.get(`/v1/audit/${id}`, key)).body).toMatchObject({ body_text: '', body_base64: '' })
  })
})

it('counts documents per UTC day and channel', async () => {
  const { id: tenant, key } = await api.tenant('audit:read')
  const body = Buffer.alloc(10)
  const on = (at: string, channel: string, state: 'done' | 'failed' = 'done') =>
    buildAudit({ tenant, body, at: new Date(at), more: { channel, parse: { state } } })
  await api.collections.webhookAudit.insertMany([
    on('2026-07-01T00:00:00Z', 'whatsapp'),
    on('2026-07-01T23:59:59.999Z', 'whatsapp', 'failed'),
    on('2026-07-02T00:00:00Z', 'whatsapp'),
    on('2026-07-02T10:00:00Z', 'telegram'),
    on('2026-07-03T00:00:00Z', 'telegram'),
  ])
  const { status, body: answer } = await api.get('/v1/audit/stats?from=2026-07-01&to=2026-07-03', key)
  expect(status).toBe(200)
  expect(auditStatsSchema.parse(answer)).toEqual({
    from: '2026-07-01T00:00:00.000Z',
    to: '2026-07-03T00:00:00.000Z',
    data: [
      { day: '2026-07-02', channel: 'telegram', documents: 1, bytes: 10, failed: 0 },
      { day: '2026-07-02', channel: 'whatsapp', documents: 1, bytes: 10, failed: 0 },
      { day: '2026-07-01', channel: 'whatsapp', documents: 2, bytes: 20, failed: 1 },
    ],
  })
})
