import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Delivery } from '../history/list-deliveries.ts'
import { createTestHookgres, type TestHookgres } from '../testing/test-hookgres.ts'
import type { ReplayFilter } from './replay-deliveries.ts'

let own: TestHookgres
let tenantId: string
beforeAll(async () => {
  own = await createTestHookgres()
})
afterAll(() => own.remove())
beforeEach(() => {
  tenantId = crypto.randomUUID()
})

const url = 'https://hooks.example.com'

/** `count` messages of the types a and b in turn, whose deliveries have failed. */
async function failed(count: number): Promise<string[]> {
  const types = ['a', 'b'] as const
  const sent = await own.hookgres.sendMany(
    Array.from({ length: count }, (_, n) => ({ tenantId, eventType: types[n % 2] ?? 'a', payload: n })),
  )
  const ids = sent.map(({ id }) => id)
  await own.pool.query(
    `update ${own.tables.deliveries} set status = 'failed', attempt_count = 3 where message_id = any ($1)`,
    [ids],
  )
  return ids
}

async function replayAll(filter: Omit<ReplayFilter, 'tenantId' | 'cursor'>): Promise<number> {
  let count = 0
  for (let cursor: string | undefined; ; ) {
    const step = await own.hookgres.replayDeliveries({ tenantId, ...filter, cursor })
    if (!step.ok) throw new Error(step.reason)
    count += step.count
    if (step.next === null) return count
    cursor = step.next
  }
}

async function listed(status: Delivery['status']): Promise<Delivery[]> {
  const page = await own.hookgres.deliveries.list({ tenantId, status, limit: 200 })
  if (!page.ok) throw new Error(page.reason)
  return page.items
}

/** What waits, in the order in which it is due. */
async function waiting(): Promise<{ id: string; attempts: number }[]> {
  const { rows } = await own.pool.query<{ id: string; attempts: number }>(
    `select d.message_id as id, d.attempt_count as attempts
    from ${own.tables.deliveries} d join ${own.tables.messages} m on m.id = d.message_id
    where m.tenant_id = $1 and d.status = 'pending' order by d.next_attempt_at`,
    [tenantId],
  )
  return rows
}

it('makes what has failed due in the order it was sent, with its attempts begun anew', async () => {
  await own.endpoint(url, { tenantId })
  const ids = await failed(20)
  expect(await replayAll({})).toBe(20)
  expect(await waiting()).toEqual(ids.map((id) => ({ id, attempts: 0 })))
  expect(await replayAll({})).toBe(0)
})

it('goes over all that matches in steps, each once', async () => {
  await own.endpoint(url, { tenantId })
  const ids = await failed(7)
  expect(await replayAll({ limit: 3 })).toBe(7)
  expect((await waiting()).map(({ id }) => id).toSorted()).toEqual(ids)
})

it('keeps to the endpoint, the types and the time that are asked for', async () => {
  const one = await own.endpoint(url, { tenantId })
  await own.endpoint(url, { tenantId })
  await failed(4)
  expect(await replayAll({ endpointId: one.id, eventTypes: ['a'], limit: 1 })).toBe(2)
  expect((await listed('pending')).every((d) => d.endpointId === one.id && d.eventType === 'a')).toBe(true)
  expect(await replayAll({ to: new Date(0) })).toBe(0)
  expect(await replayAll({ from: new Date(Date.now() + 60_000) })).toBe(0)
  expect(await replayAll({ status: 'succeeded' })).toBe(0)
  expect(await replayAll({})).toBe(6)
})

it('touches nothing of another tenant, and refuses a cursor that it has not made', async () => {
  await own.endpoint(url, { tenantId })
  await failed(2)
  expect(await own.hookgres.replayDeliveries({ tenantId: 'somebody-else' })).toEqual({
    ...{ ok: true, count: 0, next: null },
  })
  expect(await own.hookgres.replayDeliveries({ tenantId, cursor: 'x' })).toEqual({
    ...{ ok: false, reason: 'bad_cursor' },
  })
  expect(await listed('failed')).toHaveLength(2)
  const other = await own.hookgres.deliveries.list({ tenantId: 'somebody-else' })
  expect(other).toMatchObject({ items: [] })
})

it('deliveries are listed over pages, across endpoints and statuses, newest first, each once', async () => {
  for (let n = 0; n < 3; n += 1) await own.endpoint(url, { tenantId })
  await failed(4)
  await own.hookgres.sendMany([1, 2].map((payload) => ({ tenantId, eventType: 'c', payload })))
  const seen: Delivery[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await own.hookgres.deliveries.list({ tenantId, limit: 4, cursor })
    if (!page.ok) throw new Error(page.reason)
    seen.push(...page.items)
    if (page.next === null) break
    cursor = page.next
  }
  expect(seen).toHaveLength(18)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(18)
  const places = seen.map(({ createdAt, id }) => `${createdAt.toISOString()} ${id}`)
  expect(places).toEqual(places.toSorted().toReversed())
})
