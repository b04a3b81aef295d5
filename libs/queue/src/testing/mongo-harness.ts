import { ensureDevstack } from '@omnistream/devstack'
import { createTestMongo } from '@omnistream/mongo/testing/test-mongo'
import type { QueueHarness } from '../contract/harness.ts'
import type { JobDocument } from '../mongo/mongo-store.ts'
import { openMongo } from './open-mongo.ts'
import { openedQueues } from './opened-queues.ts'

const name = 'webhook_jobs'

/** A collection in a database of its own. */
export async function createMongoHarness(): Promise<QueueHarness> {
  const mongo = await createTestMongo()
  const server = new URL(process.env.MONGODB_URI ?? (await ensureDevstack({ log: () => {} })).MONGODB_URI)
  server.pathname = `/${mongo.db.databaseName}`
  const address = { kind: 'mongo', url: server.href, name } as const
  const queues = await openedQueues(address, openMongo)
  const collection = mongo.db.collection<JobDocument>(name)
  const feeder = queues.open()
  return {
    open: queues.open,
    openMortal: queues.openMortal,
    proxy: queues.proxy,
    address,
    add: (jobs) => feeder.enqueue(jobs),
    async left() {
      const found = await collection.find({}, { projection: { _id: 1 } }).toArray()
      return found.map(({ _id }) => _id)
    },
    async empty() {
      await collection.deleteMany({})
    },
    async remove() {
      await queues.closeAll()
      await mongo.remove()
    },
  }
}
