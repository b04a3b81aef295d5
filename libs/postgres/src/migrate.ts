import { fileURLToPath } from 'node:url'
import { OmniError } from '@omnistream/common'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as drizzleMigrate } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import type { Pool } from './pool.ts'

export type MigrationReport = { schema: string; applied: number; total: number }

const migrationsFolder = fileURLToPath(new URL('../drizzle', import.meta.url))
const migrationsTable = 'schema_migrations'
/** Any fixed number that nothing else in the database takes as its advisory lock. */
const lockKey = 7_063_211_001

/**
 * Brings the suite's tables up to date in `schema` (created when missing; the pool's search_path must name it).
 * Idempotent, and safe to run from many processes at once: one works, the others wait and find nothing to do.
 * All pending migrations are applied in one transaction.
 */
export const migrate = async (pool: Pool, options: { schema?: string } = {}): Promise<MigrationReport> => {
  const schema = options.schema ?? 'public'
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    try {
      const report = await apply(client, schema)
      return report
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey])
      await client.query('reset statement_timeout')
      broken = false
    }
  } finally {
    client.release(broken)
  }
}

const apply = async (client: PoolClient, schema: string): Promise<MigrationReport> => {
  const files = readMigrationFiles({ migrationsFolder })
  await client.query(`create schema if not exists "${schema}"`)
  const { rows } = await client.query<{ current: string | null }>('select current_schema() as current')
  if (rows[0]?.current !== schema) {
    throw new OmniError('SCHEMA_MISMATCH', `the pool's search_path does not name the schema "${schema}"`)
  }
  const before = await countApplied(client, schema)
  if (before > files.length) {
    throw new OmniError(
      'SCHEMA_TOO_NEW',
      `schema "${schema}" was migrated by a newer version of this software`,
    )
  }
  if (before < files.length) {
    await drizzleMigrate(drizzle(client), { migrationsFolder, migrationsTable, migrationsSchema: schema })
  }
  return { schema, applied: files.length - before, total: files.length }
}

const countApplied = async (client: PoolClient, schema: string): Promise<number> => {
  const table = `"${schema}"."${migrationsTable}"`
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ])
  if (rows[0]?.exists !== true) return 0
  const counted = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return counted.rows[0]?.n ?? 0
}
