import { createMongo } from '@omnistream/mongo/client'
import type { QueueDeps } from '../compose-queue.ts'
import type { StoreAddress } from '../contract/harness.ts'
import { createMongoQueue } from '../mongo/create-mongo-queue.ts'
import type { Queue } from '../queue.ts'
import { closingToo } from './closing-too.ts'

/** A queue over a collection, with a client of its own. */
export function openMongo({ url, name }: StoreAddress, deps: QueueDeps): Queue {
  const mongo = createMongo({ uri: url, appName: 'omnistream-test', serverSelectionTimeoutMs: 2_000 })
  return closingToo(createMongoQueue({ ...deps, db: mongo.db, name }), () => mongo.close())
}
