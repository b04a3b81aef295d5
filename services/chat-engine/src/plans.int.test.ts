import { randomUUID } from 'node:crypto'
import { waitFor } from '@omnistream/common'
import {
  type Collections,
  collections,
  setupIndexes,
  standardUuids,
  type WebhookAuditDocument,
} from '@omnistream/mongo'
import { explained } from '@omnistream/mongo/testing/explained'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import { Binary, type Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unownedFilter } from './adopt-rows.ts'
import { type ReplayCursor, replayRows } from './replay/filter.ts'
import { readPage } from './replay/read-page.ts'
import { expiringFilter } from './watch-expiry.ts'

const tenants = [randomUUID(), randomUUID()] as const
const start = Date.UTC(2026, 8, 1)
const count = 3_000
let mongo: TestMongo
let store: Collections

/** Three rows share each instant, so that pages end in the middle of a group. */
const row = (n: number): WebhookAuditDocument => ({
  _id: standardUuids.write(randomUUID()),
  received_at: new Date(start + Math.floor(n / 3)),
  channel: 'whatsapp',
  tenant_id: standardUuids.write(tenants[n % 2 === 0 ? 0 : 1]),
  method: 'POST',
  url: 'https://example.test/webhooks/whatsapp',
  headers: {},
  source_ip: '192.0.2.1',
  body: new Binary(Buffer.from('{}')),
  body_bytes: 2,
  signature_status: 'VALID',
  signature_detail: null,
  request_id: String(n),
  parse: { state: n % 100 === 0 ? 'failed' : 'done' },
})

beforeAll(async () => {
  mongo = await createTestMongo()
  store = collections(mongo.db)
  await setupIndexes(mongo.db, { auditDays: 90 })
  await store.webhookAudit.insertMany(Array.from({ length: count }, (_, n) => row(n)))
})
afterAll(async () => {
  await mongo?.remove()
})

async function pages(
  tenantId: string | null,
  limit: number,
  receivedBefore: Date,
): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = []
  const sizes: number[] = []
  let cursor: ReplayCursor | undefined
  for (;;) {
    const scope = { tenantId, receivedBefore }
    const page = await readPage((from) => replayRows({}, scope, from, standardUuids), cursor, limit, {
      collections: store,
      uuids: standardUuids,
    })
    const last = page.at(-1)
    if (!last) return { ids, sizes }
    sizes.push(page.length)
    ids.push(...page.map(({ _id }) => standardUuids.read(_id)))
    cursor = { received_at: last.received_at.toISOString(), id: standardUuids.read(last._id) }
  }
}

describe('the pages of a replay', () => {
  it.each([
    [2, tenants[0], 300],
    [13, null, 600],
    [200, null, count],
    [200, tenants[1], count],
  ])('of %i rows hold every row once (tenant %s)', async (limit, tenantId, first) => {
    const { ids, sizes } = await pages(tenantId, limit, new Date(start + first / 3))
    expect(ids).toHaveLength(tenantId ? first / 2 : first)
    expect(new Set(ids).size).toBe(ids.length)
    // What was left of the group before it comes on top.
    expect(Math.max(...sizes)).toBeLessThan(limit + 3)
  })
})

/** Statistics come a moment after a bulk load, and with them the plan that a live database has. */
const usesIndex = (command: Document, index: string, docsMax: number): Promise<boolean> =>
  waitFor(
    async () => {
      const plan = await explained(mongo.db, command)
      return plan.indexes.includes(index) && !plan.stages.includes('COLLSCAN') && plan.docsExamined <= docsMax
    },
    { deadlineMs: 30_000, intervalMs: 500, describe: `a plan over ${index}` },
  )

describe('the engine reads by index', () => {
  const find = (filter: Document, more: Document = {}): Document => ({
    find: 'webhook_audit',
    filter,
    ...more,
  })
  const scope = { tenantId: tenants[0], receivedBefore: new Date(start + count) }
  const middle = { after: new Date(start + count / 6) }

  it('the rows behind a batch of deliveries', async () => {
    const ids = (
      await store.webhookAudit
        .find({}, { projection: { _id: 1 } })
        .limit(50)
        .toArray()
    ).map(({ _id }) => _id)
    expect(await usesIndex(find({ _id: { $in: ids } }), '_id_', 50)).toBe(true)
  })

  it('the messages of a batch by their external ids', async () => {
    const command = { find: 'messages', filter: { external_id: { $in: ['whatsapp:1:a', 'whatsapp:1:b'] } } }
    expect(await usesIndex(command, 'external_id_1', 2)).toBe(true)
  })

  it('the next page of a replay of one tenant, bound to the tenant', async () => {
    const filter = replayRows({}, scope, middle, standardUuids)
    expect(filter.tenant_id).toEqual(standardUuids.write(tenants[0]))
    expect(await usesIndex(find(filter, { sort: { received_at: 1 }, limit: 50 }), 'tenant_time', 60)).toBe(
      true,
    )
  })

  it('the next page of a replay of everybody', async () => {
    const filter = replayRows({}, { ...scope, tenantId: null }, middle, standardUuids)
    expect(await usesIndex(find(filter, { sort: { received_at: 1 }, limit: 50 }), 'received_at_1', 60)).toBe(
      true,
    )
  })

  it('rows that wait for an owner', async () => {
    const filter = unownedFilter('whatsapp', ['555'], undefined)
    expect(await usesIndex(find(filter, { sort: { _id: 1 }, limit: 50 }), 'unowned', 1)).toBe(true)
  })

  it('rows that expire unparsed', async () => {
    const filter = expiringFilter(new Date(start + 86 * 86_400_000), 90)
    expect(
      await usesIndex({ count: 'webhook_audit', query: filter, limit: 100 }, 'received_at_1', count),
    ).toBe(true)
  })
})
