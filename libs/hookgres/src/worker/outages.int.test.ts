import { silentLogger, waitFor } from '@omnistream/common'
import { createPool } from '@omnistream/postgres/pool'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startProxy } from '../../../../tests/support/breakable-proxy.ts'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(() => own.remove())

/** A receiver that answers when it is let, and one delivery to it. */
async function waiting() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const receiver = await own.receiver(async () => {
    await opened
    return 200
  })
  await own.endpoint(receiver.url)
  await own.hookgres.send({ tenantId, eventType: 'a', payload: 1 })
  const asked = waitFor(() => receiver.received.length > 0, { deadlineMs: 10_000, describe: 'the request' })
  return { receiver, open, asked }
}

async function only() {
  const page = await own.hookgres.deliveries.list({ tenantId })
  return page.ok ? page.items[0] : undefined
}

it('a result that comes while the database is away is written when it is back, without a second request', async () => {
  const { receiver, open, asked } = await waiting()
  const url = new URL(own.url)
  const proxy = await startProxy(Number(url.port))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const pool = createPool(url.href, { applicationName: 'omnistream-test', logger: silentLogger(), max: 2 })
  const failures: string[] = []
  const logger = { warn: (_: unknown, message: string) => failures.push(message) }
  try {
    const worker = own.work({ leaseMs: 30_000 }, own.another({ pool, logger: logger as never }))
    await asked
    proxy.cut()
    open()
    await waitFor(() => failures.includes('hookgres.record_failed'), {
      ...{ deadlineMs: 10_000, describe: 'a result that cannot be written' },
    })
    proxy.mend()
    await own.settled()
    expect(await only()).toMatchObject({ status: 'succeeded', attemptCount: 1 })
    expect(receiver.received).toHaveLength(1)
    await worker.close()
  } finally {
    await pool.end()
    await proxy.close()
  }
})

it('what is in hand when a worker has to leave is given back at once, at no cost, and shown', async () => {
  const { receiver, open, asked } = await waiting()
  const worker = own.work({ leaseMs: 60_000 })
  await asked
  await worker.close({ deadlineMs: 50 })
  const delivery = await waitFor(
    async () => {
      const one = await only()
      return one?.status === 'pending' && one
    },
    { deadlineMs: 10_000, describe: 'the delivery to be given back' },
  )
  expect(delivery).toMatchObject({ attemptCount: 0, held: false })
  const attempts = await waitFor(
    async () => {
      const page = await own.hookgres.attempts.list({ tenantId, deliveryId: delivery.id })
      return page.ok && page.items.length > 0 && page.items
    },
    { deadlineMs: 10_000, describe: 'the attempt' },
  )
  expect(attempts).toMatchObject([{ attemptNumber: 1, statusCode: null, error: 'The attempt was stopped' }])
  expect(own.events).toEqual([])
  open()
  own.work()
  await own.settled()
  expect(await only()).toMatchObject({ status: 'succeeded', attemptCount: 1 })
  expect(receiver.received).toHaveLength(2)
})
