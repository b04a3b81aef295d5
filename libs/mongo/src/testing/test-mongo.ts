import { randomBytes } from 'node:crypto'
import { ensureDevstack } from '@omnistream/devstack'
import { createMongo, type Mongo } from '../client.ts'

export type TestMongo = Mongo & {
  /** A further client of the same database, as another process would have. */
  another(): Mongo
  /** Drops the database and closes every client. */
  remove(): Promise<void>
}

/** A database of a test's own; nothing is in it. */
export async function createTestMongo(): Promise<TestMongo> {
  const given = process.env.MONGODB_URI ?? (await ensureDevstack({ log: () => {} })).MONGODB_URI
  const address = new URL(given)
  address.pathname = `/test_${randomBytes(6).toString('hex')}`
  const open = (): Mongo => createMongo({ uri: address.href, appName: 'omnistream-test' })
  const own = open()
  const others: Mongo[] = []
  return {
    ...own,
    another() {
      const other = open()
      others.push(other)
      return other
    },
    async remove() {
      await own.db.dropDatabase()
      await Promise.all([own, ...others].map((mongo) => mongo.close()))
    },
  }
}
