import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
beforeAll(async () => {
  own = await createTestHookgres()
})
afterAll(() => own.remove())

it('what is older goes with its deliveries and attempts, what is still to be delivered stays', async () => {
  const receiver = await own.receiver()
  const { id } = await own.endpoint(receiver.url, { eventTypes: ['a'] })
  let now = new Date('2026-01-01T00:00:00Z')
  const past = own.another({ now: () => now })
  const send = (eventType: string) => past.send({ tenantId, eventType, payload: 1 })
  const old = [await send('a'), await send('nobody'), await send('a')]
  const worker = own.work()
  await own.settled()
  await worker.close()
  const waiting = await send('a')
  await own.hookgres.endpoints.pause({ tenantId, id })
  now = new Date('2026-02-01T00:00:00Z')
  const young = await send('nobody')
  expect(await own.hookgres.prune({ olderThan: now, batch: 2 })).toEqual({ messages: old.length })
  const page = await own.hookgres.messages.list({ tenantId })
  expect(page.ok && page.items.map((one) => one.id)).toEqual([young.id, waiting.id])
  const { rows } = await own.pool.query(
    `select (select count(*)::int from ${own.tables.deliveries}) as deliveries,
      (select count(*)::int from ${own.tables.attempts}) as attempts`,
  )
  expect(rows).toEqual([{ deliveries: 1, attempts: 0 }])
})
