import { type Place, readCursor } from '../history/cursor.ts'
import { oldestFirst, stepOf } from '../history/step.ts'
import type { Context } from '../hookgres-context.ts'
import type { StepOutcome } from '../outcomes.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'

export type ReplayFilter = {
  tenantId: string
  endpointId?: string | undefined
  /** `failed` where left out. */
  status?: 'failed' | 'succeeded' | undefined
  eventTypes?: readonly string[] | undefined
  /** By the time of sending; `from` inclusive, `to` exclusive. Left out, `to` is the time of the call. */
  from?: Date | undefined
  to?: Date | undefined
  /** Deliveries that one step looks at; 1,000 where left out, at most 10,000. */
  limit?: number | undefined
  /** `next` of the step before, with the same filter. */
  cursor?: string | undefined
  /** Count what the step would send, and change nothing. */
  dryRun?: boolean
}

/**
 * Sends deliveries that have ended once more, oldest first: one bounded step, so that a caller can show progress, go
 * slowly and stop (lessons #46). A delivery that fails again behind the cursor is not taken twice.
 */
export async function replayDeliveries(
  { pool, tables }: Context,
  filter: ReplayFilter,
): Promise<StepOutcome> {
  const after = filter.cursor === undefined ? undefined : readCursor(filter.cursor)
  if (filter.cursor !== undefined && after === undefined) return { ok: false, reason: 'bad_cursor' }
  const { rows } = await pool.query(replayQuery(tables, filter, after))
  return stepOf(rows[0])
}

/**
 * Reads the step by index and filters it by event type after that. Each gets its own microsecond, so that they go in
 * order. Exported so that a test can look at its plan.
 */
export const replayQuery = (
  { deliveries, endpoints, messages }: Tables,
  filter: ReplayFilter,
  after: Place | undefined,
): Query => ({
  text: `with step as materialized (
      select oldest.* from ${endpoints} e cross join lateral (
        select one.id, one.message_id, one.created_at from ${deliveries} one
        where one.endpoint_id = e.id and one.status = $2 and one.created_at < $5
          and (one.created_at, one.id) > ($3, $4)
        order by one.created_at, one.id limit $6
      ) oldest
      where e.tenant_id = $1 and ($7::text is null or e.id = $7)
      order by oldest.created_at, oldest.id limit $6
    ), wanted as (
      select step.id, row_number() over (order by step.created_at, step.message_id) as place
      from step join ${messages} m on m.id = step.message_id
      where $8::text[] is null or m.event_type = any ($8)
    ), replayed as (
      update ${deliveries} as d set status = 'pending', attempt_count = 0, updated_at = now(),
        next_attempt_at = now() + wanted.place * interval '1 microsecond'
      from wanted where not $9 and d.id = wanted.id and d.status = $2 returning d.id
    )
    select case when $9 then (select count(*)::int from wanted) else (select count(*)::int from replayed) end as count, (select count(*)::int from step) = $6 as "isFull",
      last.created_at as at, last.id
    from (values (1)) one left join lateral (
      select created_at, id from step order by created_at desc, id desc limit 1
    ) last on true`,
  values: [
    ...[filter.tenantId, filter.status ?? 'failed', ...oldestFirst(filter, after)],
    ...[filter.endpointId ?? null, filter.eventTypes ?? null, filter.dryRun ?? false],
  ],
})
