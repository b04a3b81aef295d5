import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@omnistream/common'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(() => own.remove())

const script = fileURLToPath(new URL('../testing/stoppable-worker.ts', import.meta.url))

it('a worker that was stopped and revived cannot overwrite the newer result, and its request is seen', async () => {
  const leaseMs = 3_000
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const receiver = await own.receiver(async () => {
    if (receiver.received.length > 1) return 200
    await answered
    return 500
  })
  await own.endpoint(receiver.url)
  await own.hookgres.send({ tenantId, eventType: 'a', payload: 1 })
  const child = spawn(process.execPath, [script, own.url, own.schema, String(leaseMs)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    await waitFor(() => receiver.received.length === 1, { deadlineMs: 40_000, describe: 'the first request' })
    child.kill('SIGSTOP')
    own.work()
    await own.settled(20_000)
    const succeeded = await own.hookgres.deliveries.list({ tenantId, status: 'succeeded' })
    expect(succeeded).toMatchObject({ items: [{ attemptCount: 2, lastError: null }] })
    const deliveryId = succeeded.ok ? (succeeded.items[0]?.id ?? '') : ''
    answer()
    child.kill('SIGCONT')
    const attempts = await waitFor(
      async () => {
        const page = await own.hookgres.attempts.list({ tenantId, deliveryId })
        return page.ok && page.items.length === 2 && page.items
      },
      { deadlineMs: 20_000, describe: 'what the revived worker writes' },
    )
    expect(await own.hookgres.deliveries.list({ tenantId })).toEqual(succeeded)
    expect(attempts.map(({ attemptNumber }) => attemptNumber).toSorted()).toEqual([1, 2])
    expect(attempts.find(({ attemptNumber }) => attemptNumber === 1)?.error).toBeTruthy()
    expect((await own.hookgres.endpoints.list({ tenantId })).ok).toBe(true)
  } finally {
    child.kill('SIGKILL')
    await exited
  }
})
