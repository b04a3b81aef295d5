import { randomBytes } from 'node:crypto'
import { silentLogger } from '@omnistream/common'
import { createPool } from '@omnistream/postgres/pool'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import type { QueueHarness } from '../contract/harness.ts'
import type { NewJob } from '../job.ts'
import { createJobsTable, jobsTable } from '../postgres/jobs-table.ts'
import { indexStatements } from '../postgres/table-source.ts'
import { deliveriesSource, deliveriesTable } from './deliveries.ts'
import { openPostgres } from './open-postgres.ts'
import { openedQueues } from './opened-queues.ts'

/** The driver's own table in a schema of its own. */
export async function createJobsHarness(): Promise<QueueHarness> {
  const { pool, own, remove } = await createHarness('jobs')
  await createJobsTable(pool, jobsTable('webhook_jobs'))
  const feeder = own.open()
  return {
    ...own,
    add: (jobs) => feeder.enqueue(jobs),
    async left() {
      const { rows } = await pool.query<{ id: string }>('select id from webhook_jobs')
      return rows.map(({ id }) => id)
    },
    async empty() {
      await pool.query('truncate webhook_jobs')
    },
    remove,
  }
}

/** A table of deliveries whose rows are the queue, in a schema of its own. */
export async function createRowsHarness(): Promise<QueueHarness> {
  const { pool, own, remove } = await createHarness('rows')
  await pool.query(deliveriesTable)
  for (const statement of indexStatements(deliveriesSource)) await pool.query(statement)
  return {
    ...own,
    async add(jobs: readonly NewJob[]) {
      await pool.query(
        `insert into deliveries (id, endpoint_id, attempt_count, next_attempt_at)
        select id, grp, attempt, coalesce(at, now())
        from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) as new (id, grp, attempt, at)`,
        [
          jobs.map(({ id }) => id),
          jobs.map(({ group }) => group),
          jobs.map(({ attempt }) => attempt ?? 0),
          jobs.map(({ runAt }) => runAt ?? null),
        ],
      )
    },
    async left() {
      const { rows } = await pool.query<{ id: string }>(
        "select id from deliveries where status in ('pending', 'delivering')",
      )
      return rows.map(({ id }) => id)
    },
    remove,
  }
}

async function createHarness(kind: 'jobs' | 'rows') {
  const url = await testDatabaseUrl()
  const schema = `test_${randomBytes(6).toString('hex')}`
  const pool = createPool(url, {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), schema, max: 3 },
  })
  await pool.query(`create schema "${schema}"`)
  const address = { kind, url, name: schema }
  const queues = await openedQueues(address, openPostgres)
  const remove = async (): Promise<void> => {
    await queues.closeAll()
    await pool.query(`drop schema "${schema}" cascade`)
    await pool.end()
  }
  return {
    pool,
    own: { open: queues.open, openMortal: queues.openMortal, proxy: queues.proxy, address },
    remove,
  }
}
