import type { NewJob, OutboxSource } from '@omnistream/queue'
import type { Context } from '../hookgres-context.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'

/**
 * The rows as an outbox for drivers that must be fed. What is given out is put off by `restMs` and stays pending, so that
 * it is given again where the driver loses it, and any number of dispatchers share the work. A claim that has run out is
 * pending again.
 */
export const createOutbox = (
  { pool, tables }: Pick<Context, 'pool' | 'tables'>,
  restMs: number,
): OutboxSource => ({
  async due(limit) {
    const { rows } = await pool.query<NewJob>(dueQuery(tables, { limit, restMs }))
    return rows
  },
})

/** Exported so that a test can look at its plan. */
export const dueQuery = (
  { deliveries }: Tables,
  { limit, restMs }: { limit: number; restMs: number },
): Query => ({
  text: `with expired as (
      select id from ${deliveries} where status = 'delivering' and locked_until <= now()
      order by locked_until limit $1 for update skip locked
    ), due as (
      select id from ${deliveries} where status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit $1 for update skip locked
    ), given as (
      select id from (select id from expired union all select id from due) found limit $1
    )
    update ${deliveries} as d set status = 'pending', lock_token = null, locked_until = null, updated_at = now(),
      next_attempt_at = now() + $2::float8 * interval '1 ms'
    from given where d.id = given.id
    returning d.id, d.endpoint_id as group, d.attempt_count as attempt`,
  values: [limit, restMs],
})
