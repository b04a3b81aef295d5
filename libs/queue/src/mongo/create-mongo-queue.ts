import type { Db } from 'mongodb'
import { composeQueue, type QueueDeps } from '../compose-queue.ts'
import type { Queue } from '../queue.ts'
import { createMongoStore, type JobDocument } from './mongo-store.ts'

export type MongoQueueOptions = QueueDeps & {
  /** The caller's, and its client is closed by the caller. */
  db: Db
  /** Name of the collection, made at first use; `webhook_jobs` where left out. */
  name?: string
}

/** MongoDB or a compatible server as the queue, polled; the dispatcher feeds it. */
export function createMongoQueue(options: MongoQueueOptions): Queue {
  const collection = options.db.collection<JobDocument>(options.name ?? 'webhook_jobs')
  const store = createMongoStore(collection, options.now ?? Date.now)
  return composeQueue(store, { driver: 'mongo', feeding: 'dispatcher' }, options)
}
