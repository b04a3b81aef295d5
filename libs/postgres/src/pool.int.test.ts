import { randomBytes } from 'node:crypto'
import { silentLogger, waitFor } from '@omnistream/common'
import { expect, it } from 'vitest'
import { createPool, type Pool } from './pool.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { transaction } from './transaction.ts'

const applicationName = (): string => `pool-test-${randomBytes(4).toString('hex')}`
const open = async (over: Partial<Parameters<typeof createPool>[1]> = {}): Promise<Pool> =>
  createPool(await testDatabaseUrl(), { applicationName: applicationName(), logger: silentLogger(), ...over })

it('goes on by itself after the server has cut its connections', async () => {
  const name = applicationName()
  const pool = await open({ applicationName: name })
  const admin = await open()
  await Promise.all([pool.query('select 1'), pool.query('select 2')])
  const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1'
  await admin.query(cut, [name])
  const again = async () => (await pool.query<{ n: number }>('select 1 as n')).rows[0]?.n === 1
  expect(await waitFor(again, { deadlineMs: 5_000, describe: 'a new connection' })).toBe(true)
  await Promise.all([pool.end(), admin.end()])
})

it('outlives a connection that breaks inside a transaction, whose caller is told', async () => {
  const pool = await open()
  const admin = await open()
  const broken = transaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await client.query('select pg_sleep(5)')
  })
  // Without a listener of its own the connection's error event would end this process.
  await expect(broken).rejects.toThrow()
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await Promise.all([pool.end(), admin.end()])
})

it('ends a statement that runs too long', async () => {
  const pool = await open({ statementTimeoutMs: 50 })
  await expect(pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' })
  await pool.end()
})

it('does not take a name for a schema that would need quoting', async () => {
  await expect(open({ schema: 'a"; drop schema public' })).rejects.toMatchObject({
    code: 'SCHEMA_NAME_INVALID',
  })
})

it('undoes a transaction that throws, and hands out its connection again', async () => {
  const pool = await open({ max: 1 })
  await pool.query('create temporary table t (n int primary key)')
  const failing = transaction(pool, async (client) => {
    await client.query('insert into t values (1)')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await pool.query('select * from t')).rowCount).toBe(0)
  await pool.end()
})

it('tries a transaction again that lost a deadlock', async () => {
  const pool = await open({ max: 4 })
  const schema = `test_${randomBytes(8).toString('hex')}`
  await pool.query(
    `create schema "${schema}"; create table "${schema}".t (id int primary key, n int not null)`,
  )
  await pool.query(`insert into "${schema}".t values (1, 0), (2, 0)`)
  let arrived = 0
  const crossing = (order: number[]) =>
    transaction(pool, async (client) => {
      await client.query(`update "${schema}".t set n = n + 1 where id = $1`, [order[0]])
      arrived += 1
      await waitFor(() => arrived >= 2, { deadlineMs: 5_000, intervalMs: 2, describe: 'both hold a row' })
      await client.query(`update "${schema}".t set n = n + 1 where id = $1`, [order[1]])
    })
  await Promise.all([crossing([1, 2]), crossing([2, 1])])
  expect((await pool.query(`select n from "${schema}".t order by id`)).rows).toEqual([{ n: 2 }, { n: 2 }])
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

it('throws what it cannot mend: a server that is not there', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:1/none', {
    applicationName: 'x',
    logger: silentLogger(),
    connectTimeoutMs: 500,
  })
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await pool.end()
})
