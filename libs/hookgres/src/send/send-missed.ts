import { getEndpoint } from '../endpoints/read-endpoints.ts'
import { type Place, readCursor } from '../history/cursor.ts'
import { oldestFirst, stepOf } from '../history/step.ts'
import type { Context } from '../hookgres-context.ts'
import { notFound, type StepOutcome, type TenantKey } from '../outcomes.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'

export type MissedRange = {
  /** By the time of sending; `from` inclusive, `to` exclusive. */
  from: Date
  to?: Date | undefined
  /** Messages that one step looks at; 1,000 where left out, at most 10,000. */
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Sends an endpoint the messages of a time that it takes and has no delivery of, because it was disabled, had other event
 * types or was not there yet (lessons #30): one bounded step, oldest first.
 */
export async function sendMissed(context: Context, key: TenantKey, range: MissedRange): Promise<StepOutcome> {
  const after = range.cursor === undefined ? undefined : readCursor(range.cursor)
  if (range.cursor !== undefined && after === undefined) return { ok: false, reason: 'bad_cursor' }
  if ((await getEndpoint(context, key)) === undefined) return notFound
  const { rows } = await context.pool.query(missedQuery(context.tables, key, range, after))
  return stepOf(rows[0])
}

/** Exported so that a test can look at its plan. */
export const missedQuery = (
  { deliveries, endpoints, messages }: Tables,
  { tenantId, id }: TenantKey,
  range: MissedRange,
  after: Place | undefined,
): Query => ({
  text: `with step as materialized (
      select id, event_type, created_at from ${messages}
      where tenant_id = $1 and created_at < $4 and (created_at, id) > ($2, $3)
      order by created_at, id limit $5
    ), added as (
      insert into ${deliveries} (id, message_id, endpoint_id, next_attempt_at, created_at)
      select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), m.id, e.id,
        now() + (row_number() over (order by m.id)) * interval '1 microsecond', m.created_at
      from (
        select one.id, one.event_type, one.created_at from step
        join ${messages} one on one.id = step.id for key share of one
      ) m
      join ${endpoints} e on e.id = $6 and e.tenant_id = $1
      where e.event_types is null or m.event_type = any (e.event_types)
      on conflict (message_id, endpoint_id) do nothing
      returning id
    )
    select (select count(*)::int from added) as count, (select count(*)::int from step) = $5 as "isFull",
      last.created_at as at, last.id
    from (values (1)) one left join lateral (
      select created_at, id from step order by created_at desc, id desc limit 1
    ) last on true`,
  values: [tenantId, ...oldestFirst(range, after), id],
})
