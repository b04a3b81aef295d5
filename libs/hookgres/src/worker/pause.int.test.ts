import { waitFor } from '@omnistream/common'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'
import { releaseStranded } from './release-stranded.ts'

let own: TestHookgres
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(() => own.remove())

const send = (count: number, from = 0) =>
  own.hookgres.sendMany(
    Array.from({ length: count }, (_, n) => ({ tenantId, eventType: 'a', payload: from + n })),
  )

const heldNow = async (): Promise<number> => {
  const page = await own.hookgres.deliveries.list({ tenantId, status: 'pending' })
  return page.ok ? page.items.filter(({ held }) => held).length : -1
}

const allHeld = (count: number) =>
  waitFor(async () => (await heldNow()) === count, { deadlineMs: 10_000, describe: `${count} held` })

it('what is due while an endpoint is paused is held at no cost, and released in the order it was sent', async () => {
  const receiver = await own.receiver()
  const { id } = await own.endpoint(receiver.url)
  const other = await own.receiver()
  await own.endpoint(other.url)
  const key = { tenantId, id }
  expect(await own.hookgres.endpoints.pause(key)).toMatchObject({ endpoint: { pausedAt: expect.any(Date) } })
  own.work({ perEndpointConcurrency: 1 })
  const before = await send(20)
  await allHeld(20)
  const more = await send(5, 20)
  await allHeld(25)
  await waitFor(() => other.received.length === 25, { deadlineMs: 10_000, describe: 'the other endpoint' })
  expect(receiver.received).toEqual([])
  const page = await own.hookgres.deliveries.list({ tenantId, endpointId: id })
  expect(page.ok && page.items[0]).toMatchObject({
    status: 'pending',
    held: true,
    attemptCount: 0,
    nextAttemptAt: null,
  })
  expect(await own.hookgres.endpoints.resume(key)).toMatchObject({ endpoint: { pausedAt: null } })
  await own.settled()
  expect(receiver.received.map((hook) => hook.id)).toEqual([...before, ...more].map((one) => one.id))
})

it('disabling a paused endpoint ends what was held as failed', async () => {
  const { id } = await own.endpoint('https://hooks.example.com')
  const key = { tenantId, id }
  await own.hookgres.endpoints.pause(key)
  await send(3)
  own.work()
  await allHeld(3)
  await own.hookgres.endpoints.disable(key, 'closed')
  await own.settled()
  const page = await own.hookgres.deliveries.list({ tenantId, status: 'failed' })
  expect(page.ok && page.items.map(({ lastError }) => lastError)).toEqual(
    Array.from({ length: 3 }, () => 'The endpoint is disabled: closed'),
  )
})

it('what an interrupted resume has left held is released by any worker', async () => {
  const receiver = await own.receiver()
  const { id } = await own.endpoint(receiver.url)
  await own.hookgres.endpoints.pause({ tenantId, id })
  await send(3)
  const worker = own.work()
  await allHeld(3)
  // The first half of a resume.
  await own.pool.query(`update ${own.tables.endpoints} set paused_at = null`)
  const stop = new AbortController()
  const logger = { warn: () => {} }
  const releasing = releaseStranded({ pool: own.pool, tables: own.tables, logger }, 30_000, stop.signal)
  await waitFor(() => receiver.received.length === 3, { deadlineMs: 10_000, describe: 'the release' })
  stop.abort()
  await releasing
  await worker.close()
})
