import { randomBytes } from 'node:crypto'
import { silentLogger } from '@omnistream/common'
import { migrate } from './migrate.ts'
import { createPool, type Pool } from './pool.ts'

export type TestSchema = { pool: Pool; schema: string; drop(): Promise<void> }

/** A migrated PostgreSQL schema of its own for a test; `drop` removes it and closes the pool. */
export const createTestSchema = async (
  databaseUrl: string,
  options: { max?: number } = {},
): Promise<TestSchema> => {
  const schema = `test_${randomBytes(8).toString('hex')}`
  const pool = createPool(databaseUrl, {
    ...{ schema, applicationName: 'omnistream-test', logger: silentLogger() },
    max: options.max ?? 5,
  })
  await migrate(pool, { schema })
  return {
    pool,
    schema,
    drop: async () => {
      await pool.query(`drop schema "${schema}" cascade`)
      await pool.end()
    },
  }
}
