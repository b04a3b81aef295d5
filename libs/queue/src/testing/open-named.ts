import { silentLogger } from '@omnistream/common'
import { createMongo } from '@omnistream/mongo'
import { createPool } from '@omnistream/postgres'
import { createBullmqQueue } from '../bullmq/create-bullmq-queue.ts'
import type { StoreAddress } from '../contract/harness.ts'
import { createMongoQueue } from '../mongo/create-mongo-queue.ts'
import { createPostgresQueue } from '../postgres/create-postgres-queue.ts'
import type { Queue } from '../queue.ts'
import { deliveriesSource } from './deliveries.ts'

/** A queue on a store that a harness has made; what it opens besides is closed with it. */
export function openNamed(
  { kind, url, name }: StoreAddress,
  { random }: { random?: () => number } = {},
): Queue {
  const deps = { logger: silentLogger(), ...(random ? { random } : {}) }
  if (kind === 'bullmq') return createBullmqQueue({ ...deps, url, prefix: name })
  if (kind === 'mongo') {
    const mongo = createMongo({ uri: url, appName: 'omnistream-test', serverSelectionTimeoutMs: 2_000 })
    return closingToo(createMongoQueue({ ...deps, db: mongo.db, name }), () => mongo.close())
  }
  const pool = createPool(url, {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), schema: name, max: 4 },
  })
  const queue =
    kind === 'rows'
      ? createPostgresQueue({ ...deps, pool, source: deliveriesSource })
      : createPostgresQueue({ ...deps, pool })
  return closingToo(queue, () => pool.end())
}

function closingToo(queue: Queue, close: () => Promise<void>): Queue {
  let closing: Promise<void> | undefined
  return {
    ...queue,
    close(options) {
      closing ??= queue.close(options).then(close)
      return closing
    },
  }
}
