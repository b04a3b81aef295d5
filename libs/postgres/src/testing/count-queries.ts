import { silentLogger } from '@omnistream/common'
import { createPool, type Pool } from '../pool.ts'
import type { TestSchema } from '../test-database.ts'
import { testDatabaseUrl } from './database-url.ts'

/** A second pool on a test's schema that counts the statements it sends. */
export const countingPool = async (db: TestSchema): Promise<{ pool: Pool; count(): number }> => {
  let sent = 0
  const pool = createPool(await testDatabaseUrl(), {
    ...{ schema: db.schema, applicationName: 'count-queries', logger: silentLogger(), max: 2 },
  })
  pool.on('connect', (client) => {
    const query = client.query
    client.query = ((...args: unknown[]) => {
      sent += 1
      return Reflect.apply(query, client, args) as unknown
    }) as typeof query
  })
  return {
    pool,
    count: () => {
      const counted = sent
      sent = 0
      return counted
    },
  }
}
