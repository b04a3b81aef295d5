import { randomBytes } from 'node:crypto'
import { silentLogger } from '@omnistream/common'
import { createPool, type Pool } from '@omnistream/postgres/pool'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveriesSource, deliveriesTable } from '../testing/deliveries.ts'
import { claimQuery, type Query } from './claim-query.ts'
import { createJobsTable, jobsTable } from './jobs-table.ts'
import { extendQuery, settleQueries } from './settle-queries.ts'
import { indexStatements, quoteSource } from './table-source.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

let pool: Pool
let schema: string
const source = quoteSource(deliveriesSource)
const due = 30_000

beforeAll(async () => {
  schema = `test_${randomBytes(6).toString('hex')}`
  pool = createPool(await testDatabaseUrl(), {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), schema, max: 4 },
  })
  await pool.query(`create schema "${schema}"`)
  await pool.query(deliveriesTable)
  for (const statement of indexStatements(deliveriesSource)) await pool.query(statement)
  // A flood of one endpoint, a few rows of 200 others, a past of 20,000 and as many that wait for their time.
  await pool.query(
    `insert into deliveries (id, endpoint_id, status, next_attempt_at, locked_until, lock_token)
    select 'dlv_' || n, case when n % 30 = 0 then 'ep_' || n % 200 else 'ep_flood' end, 'pending', now() - n * interval '1 s',
      null::timestamptz, null::uuid
    from generate_series(1, $1::int) n
    union all
    select 'old_' || n, 'ep_' || n % 200, 'succeeded', now(), null, null from generate_series(1, 20000) n
    union all
    select 'later_' || n, 'ep_' || n % 200, 'pending', now() + interval '1 h', null, null from generate_series(1, 20000) n
    union all
    select 'lost_' || n, 'ep_' || n % 200, 'delivering', now(), now() - interval '1 s', gen_random_uuid()
    from generate_series(1, 500) n`,
    [due],
  )
  await pool.query('analyze deliveries')
})
afterAll(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

/** The nodes of the plan that read the table, run inside a transaction that is undone. */
async function reads({ text, values }: Query): Promise<{ by: string; rows: number }[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
    return (rows[0]?.['QUERY PLAN'] ?? [])
      .flatMap(({ Plan }) => flatten(Plan))
      .filter((node) => node['Node Type'].includes('Scan') && (node['Relation Name'] || node['Index Name']))
      .map((node) => ({
        by: node['Index Name'] ?? node['Node Type'],
        rows: node['Actual Rows'] * node['Actual Loops'],
      }))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a claim', () => {
  const request = { limit: 50, leaseMs: 1_000, perGroup: 10, held: new Map([['ep_flood', 9]]) }

  it('reads by the indexes alone, and about as many rows as it takes hands', async () => {
    const found = await reads(claimQuery(source, request, ''))
    expect(found.length).toBeGreaterThan(3)
    const indexes = new Set(['deliveries_queue_due', 'deliveries_queue_group', 'deliveries_queue_locked'])
    // Bitmap heap scans and the update itself go by what an index has named.
    for (const { by } of found) expect([...indexes, 'deliveries_pkey', 'Bitmap Heap Scan']).toContain(by)
    expect(found.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(600)
  })

  it('takes from each group in turn, and of a group only what is free', async () => {
    const { text, values } = claimQuery(source, request, '')
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ group: string }>(text, values)
      expect(rows).toHaveLength(50)
      expect(rows.filter(({ group }) => group === 'ep_flood').length).toBeLessThanOrEqual(1)
      expect(new Set(rows.map(({ group }) => group)).size).toBeGreaterThan(5)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('the end of a claim', () => {
  const claim = { job: { id: 'lost_1', group: 'ep_1', attempt: 1 }, lease: crypto.randomUUID() }

  it.each([
    ['a settlement', () => settleQueries(source, [{ claim, outcome: { kind: 'done' } }])],
    [
      'a deletion',
      () => settleQueries({ ...source, done: 'delete' }, [{ claim, outcome: { kind: 'done' } }]),
    ],
    ['a heartbeat', () => [extendQuery(source, [claim], 1_000)]],
  ])('%s finds its row by its key, and touches none without the lease', async (_name, queries) => {
    for (const query of queries()) {
      const found = await reads(query)
      expect(found.map(({ by }) => by)).toEqual(expect.arrayContaining(['deliveries_pkey']))
      expect((await pool.query(query)).rowCount).toBe(0)
    }
  })
})

it('the table of jobs is made once by any number of processes at once', async () => {
  const table = jobsTable('webhook_jobs')
  await Promise.all(Array.from({ length: 4 }, () => createJobsTable(pool, table)))
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from pg_indexes where schemaname = $1 and tablename = 'webhook_jobs'",
    [schema],
  )
  expect(rows[0]?.n).toBe(4)
})

it.each(['a"b', 'deliveries; drop', "x'y", 'A'])('refuses %s as a name', (name) => {
  expect(() => quoteSource({ ...deliveriesSource, table: name })).toThrow(
    expect.objectContaining({ code: 'QUEUE_SOURCE_INVALID' }),
  )
})
