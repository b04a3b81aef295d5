import { type Logger, OmniError } from '@omnistream/common'
import { type Consumer, createConsumer } from './consumer/create-consumer.ts'
import { distinctJobs } from './new-jobs.ts'
import type { Queue, QueueDriver } from './queue.ts'
import type { Store } from './store.ts'

export type QueueDeps = {
  logger: Pick<Logger, 'warn'>
  random?(): number
  now?(): number
}

const closeDeadlineMs = 10_000
/** Jobs that travel to the store together at most. */
const putMax = 1_000

/** The port over a driver's store. */
export function composeQueue(
  store: Store,
  declared: { driver: QueueDriver; feeding: Queue['feeding'] },
  deps: QueueDeps,
): Queue {
  const { logger, random = Math.random, now = Date.now } = deps
  const consumers = new Set<Consumer>()
  let closing: Promise<void> | undefined
  const close = async (deadlineMs: number): Promise<void> => {
    await Promise.all([...consumers].map((consumer) => consumer.stop(deadlineMs)))
    await store.close?.()
  }
  const refuseClosed = (): void => {
    if (closing !== undefined) throw new OmniError('QUEUE_CLOSED', 'the queue was closed')
  }
  return {
    ...declared,
    async enqueue(jobs) {
      refuseClosed()
      const distinct = distinctJobs(jobs)
      for (let from = 0; from < distinct.length; from += putMax)
        await store.put(distinct.slice(from, from + putMax))
      for (const consumer of consumers) consumer.wake()
    },
    async consume(handler, options) {
      refuseClosed()
      checkOptions(options)
      const consumer = createConsumer({ store, logger, random, now }, handler, options)
      consumers.add(consumer)
      await consumer.ended
    },
    close({ deadlineMs = closeDeadlineMs } = {}) {
      closing ??= close(deadlineMs)
      return closing
    },
  }
}

function checkOptions({
  concurrency,
  perGroupConcurrency = 1,
  leaseMs,
}: Parameters<Queue['consume']>[1]): void {
  if (Math.min(concurrency, perGroupConcurrency, leaseMs) >= 1) return
  throw new OmniError(
    'QUEUE_OPTIONS_INVALID',
    'concurrency, perGroupConcurrency and leaseMs must be at least 1',
  )
}
