import { randomBytes } from 'node:crypto'
import { silentLogger } from '@omnistream/common'
import { expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { testDatabaseUrl } from './testing/database-url.ts'

const freshSchema = async () => {
  const schema = `test_${randomBytes(8).toString('hex')}`
  const pool = createPool(await testDatabaseUrl(), {
    schema,
    applicationName: 'migrate-test',
    logger: silentLogger(),
  })
  const drop = async (): Promise<void> => {
    await pool.query(`drop schema if exists "${schema}" cascade`)
    await pool.end()
  }
  return { pool, schema, drop }
}

it('applies everything once, however many processes start at the same time', async () => {
  const { pool, schema, drop } = await freshSchema()
  const reports = await Promise.all(Array.from({ length: 8 }, () => migrate(pool, { schema })))
  expect(reports.filter(({ applied }) => applied > 0)).toHaveLength(1)
  expect(await migrate(pool, { schema })).toEqual({ schema, applied: 0, total: reports[0]?.total })
  const { rows } = await pool.query(
    'select table_name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  )
  expect(rows.map((row: { table_name: string }) => row.table_name)).toEqual([
    ...['api_keys', 'channel_accounts', 'contact_identities', 'contact_merges', 'contacts'],
    ...['conversation_merges', 'conversation_unread', 'conversations', 'drift'],
    ...['loss_ledger', 'loss_ledger_alarms', 'loss_ledger_hours'],
    ...['replay_runs', 'schema_migrations', 'tenants', 'thread_watermarks'],
  ])
  await drop()
})

it('refuses a pool whose search_path is another schema', async () => {
  const { pool, drop } = await freshSchema()
  const other = `test_${randomBytes(8).toString('hex')}`
  await expect(migrate(pool, { schema: other })).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
  await pool.query(`drop schema "${other}"`)
  await drop()
})

it('refuses to work on a schema that a newer version has migrated', async () => {
  const { pool, schema, drop } = await freshSchema()
  await migrate(pool, { schema })
  await pool.query(`insert into schema_migrations (hash, created_at) values ('future', 9999999999999)`)
  await expect(migrate(pool, { schema })).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
  await drop()
})
