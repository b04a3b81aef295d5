import type { Pool } from '@omnistream/postgres/pool'
import { transaction } from '@omnistream/postgres/transaction'
import type { NewJob } from '../job.ts'
import type { Query } from './claim-query.ts'
import { indexStatements, quoteSource, type TableSource } from './table-source.ts'

/** Any fixed number that nothing else in the database takes as its advisory lock. */
const lockKey = 7_063_211_002

/** The driver's own table, for work whose truth is elsewhere: a row is gone when its job has ended. */
export const jobsTable = (table: string): TableSource => ({
  table,
  columns: {
    ...{ id: 'id', group: 'group_id', status: 'status', attempts: 'attempt_count' },
    ...{ dueAt: 'due_at', lockedUntil: 'locked_until', lockToken: 'lock_token' },
  },
  words: { waiting: 'waiting', working: 'working' },
  done: 'delete',
  failed: 'delete',
})

/** Creates the table and its indexes where they are missing; safe to run from many processes at once. */
export async function createJobsTable(pool: Pool, source: TableSource): Promise<void> {
  const { name } = quoteSource(source)
  await transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(`create table if not exists ${name} (
      id text primary key,
      group_id text not null,
      status text not null default 'waiting',
      attempt_count integer not null default 0,
      due_at timestamptz not null default now(),
      locked_until timestamptz,
      lock_token uuid
    )`)
    for (const statement of indexStatements(source)) await client.query(statement)
  })
}

/** In the order of the ids, so that two of these lock rows in the same order. */
export function putQuery(source: TableSource, jobs: readonly NewJob[]): Query {
  const { name } = quoteSource(source)
  return {
    text: `insert into ${name} as t (id, group_id, attempt_count, due_at)
      select s.id, s.group_id, s.attempt_count, coalesce(s.due_at, now())
      from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) as s (id, group_id, attempt_count, due_at)
      order by s.id
      on conflict (id) do update set due_at = excluded.due_at
      where t.status = 'waiting' and t.due_at > excluded.due_at`,
    values: [
      jobs.map(({ id }) => id),
      jobs.map(({ group }) => group),
      jobs.map(({ attempt }) => attempt ?? 0),
      jobs.map(({ runAt }) => runAt ?? null),
    ],
  }
}
