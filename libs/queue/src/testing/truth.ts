import { randomBytes } from 'node:crypto'
import { silentLogger } from '@omnistream/common'
import { createPool, type Pool } from '@omnistream/postgres/pool'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import type { OutboxSource } from '../dispatcher.ts'

/** Rows that hold the truth of some work, as a service has them: what a queue must never be needed for. */
export type Truth = {
  ids(): Promise<string[]>
  /** As a delivery worker does: counts the delivery always, and the result only where there is none yet. */
  record(ids: readonly string[]): Promise<void>
  counts(): Promise<{ recorded: number; mostRecorded: number; delivered: number }>
  /** Rows that are open and were not given out within `restMs`. */
  outbox(restMs: number): OutboxSource
  remove(): Promise<void>
}

/** `count` open rows in a schema of their own. */
export async function createTruth(count: number): Promise<Truth> {
  const url = await testDatabaseUrl()
  const schema = `test_${randomBytes(6).toString('hex')}`
  const pool = createPool(url, {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), schema, max: 4 },
  })
  await pool.query(`create schema "${schema}"`)
  await pool.query(`create table truth (id text primary key, grp text not null, recorded int not null default 0,
    delivered int not null default 0, given_until timestamptz not null default '-infinity')`)
  await pool.query('create index on truth (given_until) where recorded = 0')
  await pool.query(
    `insert into truth (id, grp) select 'dlv_' || n, 'ep_' || n % 7 from generate_series(1, $1::int) n`,
    [count],
  )
  return {
    async ids() {
      const { rows } = await pool.query<{ id: string }>('select id from truth')
      return rows.map(({ id }) => id)
    },
    record: (ids) => recordIn(pool, ids),
    async counts() {
      const { rows } = await pool.query<{ recorded: number; mostRecorded: number; delivered: number }>(
        `select sum(recorded)::int as recorded, max(recorded) as "mostRecorded", sum(delivered)::int as delivered
        from truth`,
      )
      return rows[0] ?? { recorded: 0, mostRecorded: 0, delivered: 0 }
    },
    outbox: (restMs) => ({
      async due(limit) {
        const { rows } = await pool.query<{ id: string; group: string; attempt: number }>(
          `update truth as t set given_until = now() + $2::float8 * interval '1 ms'
          from (select id from truth where recorded = 0 and given_until <= now() order by given_until limit $1
            for update skip locked) due
          where t.id = due.id returning t.id, t.grp as group, t.delivered as attempt`,
          [limit, restMs],
        )
        return rows
      },
    }),
    async remove() {
      await pool.query(`drop schema "${schema}" cascade`)
      await pool.end()
    },
  }
}

async function recordIn(pool: Pool, ids: readonly string[]): Promise<void> {
  // The result counts once, whoever comes second (lessons #28): that is the row's own guard, not the queue's.
  await pool.query(
    `update truth set delivered = delivered + 1, recorded = recorded + case when recorded = 0 then 1 else 0 end
    where id in (select id from truth where id = any ($1::text[]) order by id for update)`,
    [ids],
  )
}
