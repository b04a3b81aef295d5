import { composeQueue, type QueueDeps } from '../compose-queue.ts'
import type { Queue } from '../queue.ts'
import { createBullStore } from './bullmq-store.ts'

export type BullmqQueueOptions = QueueDeps & {
  /** redis:// or rediss://, of Redis or Valkey. */
  url: string
  /** Name of the queue; `webhook_jobs` where left out. */
  name?: string
  /** What every key begins with, to share one server; `omnistream` where left out. */
  prefix?: string
}

/** BullMQ on Redis or Valkey as the queue; the dispatcher feeds it. Its connections are its own. */
export function createBullmqQueue(options: BullmqQueueOptions): Queue {
  const { url, name = 'webhook_jobs', prefix = 'omnistream', logger, now = Date.now } = options
  const store = createBullStore({ url, name, prefix }, { logger, now })
  return composeQueue(store, { driver: 'bullmq', feeding: 'dispatcher' }, options)
}
