import { OmniError } from '@omnistream/common'
import type { Pool, Queryable } from '@omnistream/postgres/pool'
import { transaction } from '@omnistream/postgres/transaction'
import { migrations } from './migrations.ts'
import type { Tables } from './tables.ts'

export type MigrationReport = { schema: string; applied: number; total: number }

/** Any fixed number that nothing else in the database takes as its advisory lock. */
const lockKey = 7_063_211_003

/**
 * Brings the tables up to date, creating the schema where it is missing. Idempotent and safe from many processes at once:
 * one works in one transaction, the others wait and find nothing to do. @throws {OmniError} SCHEMA_TOO_NEW
 */
export async function migrate(pool: Pool, tables: Tables): Promise<MigrationReport> {
  const report = (applied: number): MigrationReport => ({
    schema: tables.schema,
    applied,
    total: migrations.length,
  })
  // The usual start finds nothing to do, and takes no lock for that.
  if ((await countApplied(pool, tables)) === migrations.length) return report(0)
  const applied = await transaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const before = await countApplied(client, tables)
    if (before === 0) await begin(client, tables)
    for (const [index, { name, statements }] of migrations.entries()) {
      if (index < before) continue
      for (const statement of statements(tables)) await client.query(statement)
      await client.query(`insert into ${tables.migrations} (version, name) values ($1, $2)`, [
        index + 1,
        name,
      ])
    }
    return migrations.length - before
  })
  return report(applied)
}

async function begin(client: Queryable, { schema, migrations: table }: Tables): Promise<void> {
  // Not `create schema if not exists` alone: that needs the right to create schemas even where the schema is there.
  const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [schema])
  if (rows.length === 0) await client.query(`create schema "${schema}"`)
  await client.query(`create table if not exists ${table} (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`)
}

async function countApplied(db: Queryable, { schema, migrations: table }: Tables): Promise<number> {
  // Not to_regclass: in a transaction that has waited for its turn it still says what it said before.
  const { rows } = await db.query(
    "select 1 from pg_tables where schemaname = $1 and tablename = 'schema_migrations'",
    [schema],
  )
  if (rows.length === 0) return 0
  const counted = await db.query<{ n: number }>(`select coalesce(max(version), 0)::int as n from ${table}`)
  const n = counted.rows[0]?.n ?? 0
  if (n > migrations.length) {
    throw new OmniError(
      'SCHEMA_TOO_NEW',
      `schema "${schema}" was migrated by a newer version of this library`,
    )
  }
  return n
}
