import { openConnections } from '@omnistream/postgres/testing/open-connections'
import { indexStatements } from '@omnistream/queue'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHookgres } from '../create-hookgres.ts'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'
import { migrations } from './migrations.ts'
import { sourceOf } from './tables.ts'

let own: TestHookgres
beforeAll(async () => {
  own = await createTestHookgres({ max: 20 })
})
afterAll(() => own.remove())

const tablesIn = async (schema: string): Promise<string[]> => {
  const { rows } = await own.pool.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  )
  return rows.map(({ name }) => name)
}

it('twenty migrations at once make the tables once, beside another installation in the same database', async () => {
  const schema = `${own.schema}_two`
  const second = createHookgres({ pool: own.pool, schema })
  try {
    await openConnections(own.pool)
    const reports = await Promise.all(Array.from({ length: 20 }, () => second.migrate()))
    const total = migrations.length
    expect(reports.filter(({ applied }) => applied > 0)).toEqual([{ schema, applied: total, total }])
    expect(await second.migrate()).toEqual({ schema, applied: 0, total })
    const names = ['attempts', 'deliveries', 'endpoints', 'messages', 'schema_migrations']
    expect(await tablesIn(schema)).toEqual(names)
    const { rows } = await own.pool.query(`select version, name from "${schema}".schema_migrations`)
    expect(rows).toEqual([{ version: 1, name: '0001_initial' }])
    await second.send({ tenantId, eventType: 'a', payload: 1 })
    expect(await own.hookgres.messages.list({ tenantId })).toMatchObject({ items: [] })
  } finally {
    await own.pool.query(`drop schema if exists "${schema}" cascade`)
  }
})

it('there is every index that the queue reads', async () => {
  const wanted = indexStatements(sourceOf(own.schema)).map((one) => /exists "(\w+)"/.exec(one)?.[1])
  const { rows } = await own.pool.query<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = $1 and tablename = 'deliveries'",
    [own.schema],
  )
  expect(wanted).toHaveLength(3)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted))
})

it('tables that a newer version has migrated are left alone', async () => {
  const table = own.tables.migrations
  await own.pool.query(`insert into ${table} (version, name) values (99, 'future')`)
  await expect(own.hookgres.migrate()).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
  await own.pool.query(`delete from ${table} where version = 99`)
})

it.each(['a"b', 'Hookgres', 'a; drop', ''])('the schema name %j is refused', (schema) => {
  expect(() => createHookgres({ pool: own.pool, schema })).toThrow(
    expect.objectContaining({ code: 'SCHEMA_NAME_INVALID' }),
  )
})
