import type { Pool } from '@omnistream/postgres/pool'
import { composeQueue, type QueueDeps } from '../compose-queue.ts'
import type { Queue } from '../queue.ts'
import { createJobsTable, jobsTable } from './jobs-table.ts'
import { createJobsStore, createRowsStore } from './postgres-store.ts'
import type { TableSource } from './table-source.ts'

export type PostgresQueueOptions = QueueDeps & {
  /** The caller's, and closed by the caller. */
  pool: Pool
} & (
    | {
        /** The table whose rows are the queue. */
        source: TableSource
      }
    | {
        /** Name of the driver's own table, made at first use; `webhook_jobs` where left out. */
        name?: string
      }
  )

/** PostgreSQL as the queue: the caller's own rows, or a table of jobs that the dispatcher feeds. */
export function createPostgresQueue(options: PostgresQueueOptions): Queue {
  const { pool } = options
  if ('source' in options)
    return composeQueue(
      createRowsStore(pool, options.source),
      { driver: 'postgres', feeding: 'none' },
      options,
    )
  const source = jobsTable(options.name ?? 'webhook_jobs')
  const store = createJobsStore(pool, source, () => createJobsTable(pool, source))
  return composeQueue(store, { driver: 'postgres', feeding: 'dispatcher' }, options)
}
