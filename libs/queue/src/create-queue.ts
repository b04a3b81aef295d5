import { OmniError } from '@omnistream/common'
import type { Pool } from '@omnistream/postgres/pool'
import type { Db } from 'mongodb'
import type { QueueDeps } from './compose-queue.ts'
import { createMongoQueue } from './mongo/create-mongo-queue.ts'
import { createPostgresQueue } from './postgres/create-postgres-queue.ts'
import type { TableSource } from './postgres/table-source.ts'
import type { Queue, QueueDriver } from './queue.ts'

export type QueueOptions = QueueDeps & {
  driver: QueueDriver
  /** Of the table, collection or BullMQ queue; `webhook_jobs` where left out. Each kind of work has its own. */
  name?: string
  /** For `postgres`. */
  pool?: Pool
  /** For `postgres` where the rows of this table are the truth: then they are the queue. */
  source?: TableSource
  /** For `mongo`. */
  db?: Db
  /** For `bullmq`. */
  redisUrl?: string | undefined
}

/**
 * The queue that `WEBHOOK_QUEUE_DRIVER` names, on what the service has at hand.
 * @throws {OmniError} QUEUE_NEEDS where the driver's server was not given.
 */
export async function createQueue(options: QueueOptions): Promise<Queue> {
  const { driver, pool, source, db, redisUrl } = options
  const deps = { ...options, ...(options.name === undefined ? {} : { name: options.name }) }
  if (driver === 'postgres') {
    const own = need(pool, driver, 'DATABASE_URL')
    return createPostgresQueue(source ? { ...deps, pool: own, source } : { ...deps, pool: own })
  }
  if (driver === 'mongo') return createMongoQueue({ ...deps, db: need(db, driver, 'MONGODB_URI') })
  const url = need(redisUrl, driver, 'REDIS_URL')
  // A service with another driver never loads it.
  const { createBullmqQueue } = await import('./bullmq/create-bullmq-queue.ts')
  return createBullmqQueue({ ...deps, url })
}

function need<Value>(value: Value | undefined, driver: QueueDriver, setting: string): Value {
  if (value !== undefined) return value
  throw new OmniError('QUEUE_NEEDS', `the queue driver ${driver} needs ${setting}`)
}
