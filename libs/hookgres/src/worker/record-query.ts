import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import type { Result } from './result.ts'

/** What the statement says of its results. */
export type Recorded = {
  /** Deliveries whose claim was still ours. */
  moved: string[]
  /** Endpoints whose state has changed. */
  changed: ChangedEndpoint[]
}

export type ChangedEndpoint = {
  id: string
  tenantId: string
  wasFailing: boolean
  isFailing: boolean
  wasDisabled: boolean
  isDisabled: boolean
  reason: string | null
  isGone: boolean
}

/**
 * Writes the results of many attempts in one statement, which is one transaction: the attempt rows, the deliveries whose
 * lock token still proves the claim, and what it says of their endpoints. Idempotent, so it can be sent again when its
 * answer was lost. A stale worker's request is an attempt like any other, and moves nothing.
 *
 * Rows are locked in the order of their ids; an endpoint only where its state has to change, or where a pause is to be
 * seen that cannot end before this is written.
 */
export function recordQuery(
  { deliveries, endpoints, attempts }: Tables,
  results: readonly Result[],
  disableAfterMs: number | null,
): Query {
  const text = `with result as materialized (
      select * from unnest($1::text[], $2::uuid[], $3::text[], $4::float8[], $5::bool[], $6::int[], $7::text[],
        $8::text[], $9::text[], $10::int[], $11::int[], $12::text[], $13::int[])
        as r (delivery_id, lease, new_status, delay_ms, hold, refund, new_error,
          health, attempt_id, attempt_number, status_code, response_body, duration_ms)
    ), seen as materialized (
      select d.id, d.endpoint_id, d.status = 'delivering' and d.lock_token = r.lease as mine, r.*
      from result r join ${deliveries} d on d.id = r.delivery_id order by d.id for update of d
    ), told as (
      select endpoint_id, bool_or(health = 'ok') as ok, bool_or(health in ('failed', 'gone')) as failed,
        bool_or(health = 'gone') as gone, bool_or(hold) as hold
      from seen where mine and (health is not null or hold) group by endpoint_id
    ), ends as materialized (
      select e.id, e.failing_since, e.disabled, e.paused_at, coalesce(told.ok, false) as ok,
        coalesce(told.failed, false) as failed, coalesce(told.gone, false) as gone,
        coalesce(told.failed and not told.ok
          and e.failing_since <= now() - $14::float8 * interval '1 ms', false) as worn
      from told join ${endpoints} e on e.id = told.endpoint_id
      where told.hold or told.gone or (told.ok and e.failing_since is not null)
        or (told.failed and not told.ok and (
          e.failing_since is null or e.failing_since <= now() - $14::float8 * interval '1 ms'))
      order by e.id for no key update of e
    ), changed as (
      update ${endpoints} as e set updated_at = now(),
        failing_since = case when ends.ok then null else coalesce(e.failing_since, now()) end,
        disabled = e.disabled or ends.gone or ends.worn,
        paused_at = case when ends.gone or ends.worn then null else e.paused_at end,
        disabled_reason = case
          when e.disabled then e.disabled_reason
          when ends.gone then 'HTTP 410: the receiver wants nothing more at this URL'
          when ends.worn then 'Nothing but failures since '
            || to_char(e.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        end
      from ends where e.id = ends.id and (ends.ok or ends.failed)
      returning e.id, e.tenant_id as "tenantId", ends.failing_since is not null as "wasFailing",
        e.failing_since is not null as "isFailing", ends.disabled as "wasDisabled", e.disabled as "isDisabled",
        e.disabled_reason as reason, ends.gone as "isGone"
    ), moved as (
      update ${deliveries} as d set status = seen.new_status, locked_until = null, lock_token = null,
        attempt_count = d.attempt_count - seen.refund, last_error = coalesce(seen.new_error, d.last_error),
        updated_at = now(), next_attempt_at = case
          when seen.new_status <> 'pending' then d.next_attempt_at
          when seen.hold and ends.paused_at is not null then null
          else now() + seen.delay_ms * interval '1 ms'
        end
      from seen left join ends on ends.id = seen.endpoint_id
      where d.id = seen.id and seen.mine returning d.id
    ), noted as (
      insert into ${attempts} (id, delivery_id, attempt_number, status_code, response_body, error, duration_ms)
      select attempt_id, id, attempt_number, status_code, response_body, new_error, duration_ms
      from seen where attempt_id is not null
      on conflict (id) do nothing
    )
    select coalesce((select array_agg(id) from moved), '{}') as moved,
      coalesce((select jsonb_agg(changed) from changed), '[]') as changed`
  return { text, values: [...columnsOf(results), disableAfterMs] }
}

const columnsOf = (results: readonly Result[]): unknown[][] => [
  results.map(({ task }) => task.id),
  results.map(({ task }) => task.lease),
  results.map(({ status }) => status),
  results.map(({ delayMs }) => delayMs),
  results.map(({ hold }) => hold),
  results.map(({ refund }) => (refund ? 1 : 0)),
  results.map(({ error }) => error),
  results.map(({ health }) => health),
  results.map(({ attempt }) => attempt?.id ?? null),
  results.map(({ task }) => task.attempt),
  results.map(({ attempt }) => attempt?.statusCode ?? null),
  results.map(({ attempt }) => attempt?.responseBody ?? null),
  results.map(({ attempt }) => attempt?.durationMs ?? null),
]
