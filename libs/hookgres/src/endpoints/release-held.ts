import type { Context } from '../hookgres-context.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'

const batchMax = 5_000

/**
 * Makes the held deliveries of an endpoint due, oldest message first, unless it is paused (again). Their time is that of
 * their creation, so each goes before what was sent after it. Held ones are found by their own index, in bounded steps.
 */
export async function releaseHeld(
  { pool, tables }: Pick<Context, 'pool' | 'tables'>,
  endpointId: string,
): Promise<number> {
  let released = 0
  for (;;) {
    const { rowCount } = await pool.query(releaseQuery(tables, endpointId))
    released += rowCount ?? 0
    if ((rowCount ?? 0) < batchMax) return released
  }
}

/**
 * Exported so that a test can look at its plan. The digits of a message id after its millisecond count: a microsecond
 * for each keeps the order of what was sent within one.
 */
export const releaseQuery = ({ deliveries, endpoints }: Tables, endpointId: string): Query => ({
  text: `update ${deliveries} as d set updated_at = now(), next_attempt_at =
      d.created_at + least(999, ('x' || substr(d.message_id, 18, 3))::bit(12)::int) * interval '1 microsecond'
    from (
      select id from ${deliveries}
      where endpoint_id = $1 and status = 'pending' and next_attempt_at is null
        and not exists (select 1 from ${endpoints} where id = $1 and paused_at is not null)
      order by message_id limit ${batchMax} for update
    ) held
    where d.id = held.id`,
  values: [endpointId],
})

/** Endpoints that are not paused and hold something: a resume that was interrupted. */
export const strandedQuery = ({ deliveries, endpoints }: Tables): Query => ({
  text: `with recursive holders (id) as (
      (select endpoint_id from ${deliveries} where status = 'pending' and next_attempt_at is null
        order by endpoint_id limit 1)
      union all
      select (select endpoint_id from ${deliveries} where status = 'pending' and next_attempt_at is null
        and endpoint_id > holders.id order by endpoint_id limit 1)
      from holders where holders.id is not null
    )
    select holders.id from holders join ${endpoints} e on e.id = holders.id where e.paused_at is null`,
  values: [],
})
