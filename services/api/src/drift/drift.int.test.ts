import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type DriftSighting, nobody, putDrift } from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAudit } from '../testing/build-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { driftDetailSchema, driftListSchema } from './drift-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

const at = (second: number): Date => new Date(Date.UTC(2026, 6, 1, 12, 0, second))
const put = async (tenantId: string, ...some: Partial<DriftSighting>[]): Promise<void> => {
  const sightings = some.map(
    (more): DriftSighting => ({
      ...{ tenantId, accountId: nobody, channel: 'whatsapp', what: 'field', name: randomUUID(), count: 1 },
      ...{ firstSeenAt: at(0), lastSeenAt: at(0), auditId: randomUUID(), path: '/entry/0', parserVersion: 1 },
      ...more,
    }),
  )
  await putDrift(api.pool, sightings, { now: at(0), namesPerDayMax: 100 })
}

async function list(key: string, query = '') {
  const { status, body } = await api.get(`/v1/drift?${query}`, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return driftListSchema.parse(body)
}

async function detail(key: string, id: string | undefined) {
  const { status, body } = await api.get(`/v1/drift/${id}`, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return driftDetailSchema.parse(body)
}

describe('the list of drift', () => {
  it('is first seen last on top, each once page by page, narrowed by channel and kind', async () => {
    const { id, key } = await api.tenant('audit:read')
    const names = Array.from({ length: 7 }, (_, n) => ({ name: `n${n}`, firstSeenAt: at(Math.floor(n / 3)) }))
    await put(id, ...names, { channel: 'telegram', what: 'type', name: 't', firstSeenAt: at(9) })
    const all = (await list(key)).data.map(({ name }) => name)
    expect(all).toHaveLength(8)
    expect(all.slice(0, 2)).toEqual(['t', 'n6'])
    const paged: string[] = []
    let page = await list(key, 'limit=3')
    paged.push(...page.data.map(({ name }) => name))
    while (page.page.next !== null) {
      page = await list(key, `limit=3&before=${page.page.next}`)
      paged.push(...page.data.map(({ name }) => name))
    }
    expect(paged).toEqual(all)
    expect((await list(key, 'channel=telegram')).data.map(({ name }) => name)).toEqual(['t'])
    expect((await list(key, 'what=field')).data).toHaveLength(7)
    expect((await list(key, 'what=event')).data).toEqual([])
  })
})

describe('one drift', () => {
  const body = '{"entry":[{"changes":[{"novel":  {"id":12345678901234567890,"b":1.0}}]}]}'

  it.each([
    ['plain', Buffer.from(body), {}],
    ['compressed', gzipSync(body), { 'content-encoding': 'gzip' }],
  ])('shows the bytes it points at as they came (%s)', async (_, bytes, headers) => {
    const { id, key } = await api.tenant('audit:read')
    const audit = randomUUID()
    await api.collections.webhookAudit.insertOne(
      buildAudit({ tenant: id, id: audit, body: bytes, more: { headers } }),
    )
    await put(id, { auditId: audit, path: '/entry/0/changes/0/novel' })
    expect(await detail(key, (await list(key)).data[0]?.id)).toMatchObject({
      ...{ audit_id: audit, audit_path: '/entry/0/changes/0/novel', fragment_truncated: false },
      fragment: '{"id":12345678901234567890,"b":1.0}',
    })
  })

  it('is cut where it is long, and null where there is nothing to show', async () => {
    const { id, key } = await api.tenant('audit:read')
    const [long, form] = [randomUUID(), randomUUID()]
    await api.collections.webhookAudit.insertMany([
      buildAudit({ tenant: id, id: long, body: Buffer.from(`{"a":"${'😀'.repeat(20_000)}"}`) }),
      buildAudit({ tenant: id, id: form, body: Buffer.from('Body=hi&From=1') }),
    ])
    await put(id, { auditId: long, path: '/a', firstSeenAt: at(3) })
    await put(id, { auditId: form, path: '/Body', firstSeenAt: at(2) }, { firstSeenAt: at(1) })
    const [cut, none, gone] = (await list(key)).data
    const shown = await detail(key, cut?.id)
    expect(shown.fragment_truncated).toBe(true)
    expect(shown.fragment?.length).toBeLessThanOrEqual(16 * 1024)
    expect(shown.fragment?.isWellFormed()).toBe(true)
    for (const drift of [none, gone]) {
      expect(await detail(key, drift?.id)).toMatchObject({ fragment: null, fragment_truncated: false })
    }
  })

  it('shows no bytes of a webhook that is not the tenant’s alone, and nothing of another tenant', async () => {
    const [mine, theirs] = [await api.tenant('audit:read'), await api.tenant('audit:read')]
    const [foreign, shared] = [randomUUID(), randomUUID()]
    const { tenant_id: _, ...unowned } = buildAudit({ tenant: mine.id, id: shared, body: Buffer.from(body) })
    await api.collections.webhookAudit.insertMany([
      buildAudit({ tenant: theirs.id, id: foreign, body: Buffer.from(body) }),
      unowned,
    ])
    await put(mine.id, { auditId: foreign, path: '' }, { auditId: shared, path: '' })
    await put(theirs.id, { auditId: foreign, path: '' })
    for (const { id } of (await list(mine.key)).data) {
      expect((await detail(mine.key, id)).fragment).toBeNull()
    }
    const [drift] = (await list(theirs.key)).data
    expect((await detail(theirs.key, drift?.id)).fragment).toBe(body)
    expect((await api.get(`/v1/drift/${drift?.id}`, mine.key)).status).toBe(404)
  })
})
