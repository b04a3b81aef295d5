import { waitFor } from '@omnistream/common'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(() => own.remove())

const flood = (count: number, eventType: string) =>
  own.hookgres.sendMany(Array.from({ length: count }, (_, payload) => ({ tenantId, eventType, payload })))

it('an endpoint that hangs, with a flood waiting, does not slow twenty others', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const hanging = await own.receiver(async () => {
    await opened
    return 200
  })
  await own.endpoint(hanging.url, { eventTypes: ['flood'] })
  const receiver = await own.receiver()
  for (let n = 0; n < 20; n += 1) await own.endpoint(`${receiver.url}/${n}`, { eventTypes: ['a'] })
  await flood(500, 'flood')
  own.work({ concurrency: 16, perEndpointConcurrency: 4, leaseMs: 60_000, timeouts: { totalMs: 50_000 } })
  await waitFor(() => hanging.received.length === 4, { deadlineMs: 10_000, describe: 'the endpoint to hang' })
  await flood(10, 'a')
  await waitFor(() => receiver.received.length === 200, { deadlineMs: 20_000, describe: 'the twenty others' })
  // Nobody has answered there, and no more hands than its share were given to it.
  expect(hanging.received).toHaveLength(4)
  open()
  await waitFor(() => hanging.received.length >= 40, { deadlineMs: 10_000, describe: 'its own turn' })
})

it('a rate limit holds over two workers, costs no attempt and delays no other endpoint', async () => {
  const receiver = await own.receiver()
  const rateLimit = 20
  const { id } = await own.endpoint(`${receiver.url}/slow`, { rateLimit })
  await own.endpoint(`${receiver.url}/free`)
  await flood(50, 'a')
  own.work()
  own.work()
  await own.settled(30_000)
  const slow = receiver.received.filter(({ path }) => path === '/slow').map(({ at }) => at)
  expect(slow).toHaveLength(50)
  // In no second more than the rate and a tenth of a second's worth; requests leave a little before or after their slot.
  const busiest = Math.max(...slow.map((at) => slow.filter((one) => one >= at && one < at + 1_000).length))
  expect(busiest).toBeLessThanOrEqual(rateLimit * 1.1 + 1 + 4)
  const free = receiver.received.filter(({ path }) => path === '/free').map(({ at }) => at)
  expect(Math.max(...free)).toBeLessThan(Math.max(...slow))
  const page = await own.hookgres.deliveries.list({ tenantId, endpointId: id, limit: 100 })
  expect(page.ok && page.items.every(({ attemptCount }) => attemptCount === 1)).toBe(true)
})
