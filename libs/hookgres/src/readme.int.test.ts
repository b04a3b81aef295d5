import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger, waitFor } from '@omnistream/common'
import { createPool } from '@omnistream/postgres/pool'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenantId } from './testing/test-hookgres.ts'

const folder = join(import.meta.dirname, '..')
const database = `test_${randomBytes(6).toString('hex')}`
let admin: ReturnType<typeof createPool>

beforeAll(async () => {
  const url = await testDatabaseUrl()
  admin = createPool(url, { applicationName: 'omnistream-test', logger: silentLogger(), max: 1 })
  await admin.query(`create database ${database}`)
  process.env.DATABASE_URL = Object.assign(new URL(url), { pathname: `/${database}` }).href
})
afterAll(async () => {
  // A closed pool says goodbye to the server; the database can go when that has been heard.
  await waitFor(
    async () => {
      const { rows } = await admin.query('select 1 from pg_stat_activity where datname = $1', [database])
      return rows.length === 0
    },
    { deadlineMs: 10_000, describe: 'the connections to end' },
  )
  await admin.query(`drop database ${database}`)
  await admin.end()
})

it('the example of the README is the file, and it does what it says in a database of somebody else', async () => {
  const [readme = '', example] = await Promise.all(
    ['README.md', 'examples/alone.ts'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(example)
  const { hookgres, pool, start, subscribe, payInvoice } = await import('../examples/alone.ts')
  try {
    await pool.query('create table invoices (id text, paid boolean not null default false)')
    await pool.query("insert into invoices values ('in_7')")
    const { running, stop } = await start()
    const created = await subscribe(tenantId, 'https://hooks.example.com/in')
    if (!created.ok) throw new Error(created.error)
    // Nothing leaves the machine in a test.
    await hookgres.endpoints.pause({ tenantId, id: created.endpoint.id })
    await payInvoice(tenantId, 'in_7')
    await payInvoice(tenantId, 'in_7')
    await stop()
    await running
    const page = await hookgres.deliveries.list({ tenantId })
    expect(page.ok && page.items).toMatchObject([{ eventType: 'invoice.paid', attemptCount: 0 }])
    await expect(payInvoice('', 'in_7')).rejects.toMatchObject({ code: 'SEND_INVALID' })
  } finally {
    await pool.end()
  }
})
