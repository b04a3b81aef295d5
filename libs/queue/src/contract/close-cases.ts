import { sleep, untilAborted } from '@omnistream/common'
import { expect } from 'vitest'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, gate, idsOf, noting, numbered, until } from './tools.ts'
import { withHarness } from './with-harness.ts'

export function closeCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('waits for what is in hand and takes nothing more', async (own) => {
    const queue = own.open()
    await own.add(numbered(10))
    const held = gate()
    const running = queue.consume(held.handler, { ...calm, concurrency: 4 })
    await until(() => held.seen.length === 4, 'four jobs in hand')
    let closed = false
    const closing = queue.close().then(() => {
      closed = true
    })
    await sleep(200)
    expect(closed).toBe(false)
    held.open()
    await closing
    await running
    expect(held.seen).toHaveLength(4)
    expect(await own.left()).toHaveLength(6)
    await expect(queue.enqueue(numbered(1))).rejects.toMatchObject({ code: 'QUEUE_CLOSED' })
  })

  test('gives back at its deadline what does not end, at once and without the cost of an attempt', async (own) => {
    const queue = own.open()
    await own.add([
      { id: 'heeds', group: 'g' },
      { id: 'deaf', group: 'g' },
    ])
    const begun: string[] = []
    const running = queue.consume(async ({ job, signal }) => {
      begun.push(job.id)
      await (job.id === 'heeds' ? untilAborted(signal) : new Promise(() => {}))
      return { kind: 'later', at: new Date() }
    }, calm)
    await until(() => begun.length === 2, 'both jobs in hand')
    await queue.close({ deadlineMs: 100 })
    await running
    const next = own.open()
    const { seen, handler } = noting()
    const began = performance.now()
    const again = next.consume(handler, calm)
    await emptied(own)
    expect(performance.now() - began).toBeLessThan(calm.leaseMs / 3)
    await next.close()
    await again
    expect(idsOf(seen)).toEqual(['deaf', 'heeds'])
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 1])
  })

  test('can be called twice, and without a consumer', async (own) => {
    const queue = own.open()
    await Promise.all([queue.close(), queue.close()])
    await queue.close()
    await expect(queue.consume(async () => ({ kind: 'done' }), calm)).rejects.toMatchObject({
      code: 'QUEUE_CLOSED',
    })
  })
}
