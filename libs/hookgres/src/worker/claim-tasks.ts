import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import { taskColumns } from './task.ts'

/** Reads what was claimed as rows; those whose claim is lost or whose endpoint was deleted are missing. */
export const loadQuery = (
  { deliveries, endpoints, messages }: Tables,
  claims: readonly { id: string; lease: string }[],
): Query => ({
  text: `select ${taskColumns} from unnest($1::text[], $2::uuid[]) as held (id, lease)
    join ${deliveries} d on d.id = held.id and d.lock_token = held.lease and d.status = 'delivering'
    join ${endpoints} e on e.id = d.endpoint_id join ${messages} m on m.id = d.message_id`,
  values: [claims.map(({ id }) => id), claims.map(({ lease }) => lease)],
})

/**
 * Claims the rows of jobs that a driver has handed out, which knows nothing of their state: only what is still due (or was
 * put off by the dispatcher, for `restMs` at most) and what nobody holds. The row counts the attempt, whatever the
 * driver's own count is.
 */
export const claimQuery = (
  { deliveries, endpoints, messages }: Tables,
  ids: readonly string[],
  { leaseMs, restMs }: { leaseMs: number; restMs: number },
): Query => ({
  text: `with d as (
      update ${deliveries} as t set status = 'delivering', attempt_count = attempt_count + 1, updated_at = now(),
        lock_token = gen_random_uuid(), locked_until = now() + $2::float8 * interval '1 ms'
      from (
        select id from ${deliveries}
        where id = any ($1) and (
          (status = 'pending' and next_attempt_at <= now() + $3::float8 * interval '1 ms')
          or (status = 'delivering' and locked_until <= now())
        )
        order by id for update skip locked
      ) due
      where t.id = due.id returning t.*
    )
    select ${taskColumns} from d
    join ${endpoints} e on e.id = d.endpoint_id join ${messages} m on m.id = d.message_id`,
  values: [ids, leaseMs, restMs],
})
