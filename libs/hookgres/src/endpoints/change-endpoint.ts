import type { Context } from '../hookgres-context.ts'
import { type NotFound, notFound, type TenantKey } from '../outcomes.ts'
import { checkEndpoint, type EndpointInput, type InvalidEndpoint } from './check-endpoint.ts'
import { type Endpoint, endpointColumns } from './endpoint.ts'
import { releaseHeld } from './release-held.ts'

export type EndpointOutcome = { ok: true; endpoint: Endpoint } | NotFound
export type EndpointChange = Omit<EndpointInput, 'tenantId' | 'secret' | 'url'> & { url?: string | undefined }

/** Changes the fields that are given. Deliveries under way keep the URL they were begun with. */
export async function updateEndpoint(
  context: Context,
  key: TenantKey,
  change: EndpointChange,
): Promise<EndpointOutcome | InvalidEndpoint> {
  const { url, description, eventTypes, metadata, rateLimit } = change
  const problem = checkEndpoint(change, context.guard)
  if (problem) return problem
  const given: [column: string, value: unknown][] = [
    ['url', url],
    ['description', description],
    ['event_types', eventTypes],
    ['metadata', metadata && JSON.stringify(metadata)],
    ['rate_limit', rateLimit],
  ]
  const sets = given.filter(([, value]) => value !== undefined)
  return await changeEndpoint(
    context,
    key,
    sets.map(([column], n) => `${column} = $${n + 3}`),
    sets.map(([, value]) => value),
  )
}

/**
 * Sends nothing more: new messages pass it by, and its deliveries end as failed when they are due, each with an attempt
 * that says why. Held ones are let go for that.
 */
export async function disableEndpoint(
  context: Context,
  key: TenantKey,
  reason: string,
): Promise<EndpointOutcome> {
  const words = [...reason.replaceAll('\0', '').toWellFormed()].slice(0, reasonCharsMax).join('')
  const sets = ['disabled = true', 'disabled_reason = $3', 'paused_at = null']
  const outcome = await changeEndpoint(context, key, sets, [words])
  if (outcome.ok) await releaseHeld(context, key.id)
  return outcome
}

/** Takes part again from the next message on; what it has missed is the matter of `sendMissed` and of replays. */
export const enableEndpoint = (context: Context, key: TenantKey): Promise<EndpointOutcome> =>
  changeEndpoint(context, key, ['disabled = false', 'disabled_reason = null', 'failing_since = null'])

/** Holds what becomes due from now on. */
export const pauseEndpoint = (context: Context, key: TenantKey): Promise<EndpointOutcome> =>
  changeEndpoint(context, key, ['paused_at = coalesce(paused_at, now())'])

/**
 * Lets go what is held, in the order it was sent and before what was sent later. Interrupted halfway, a second call or
 * any worker lets go of the rest.
 */
export async function resumeEndpoint(context: Context, key: TenantKey): Promise<EndpointOutcome> {
  const outcome = await changeEndpoint(context, key, ['paused_at = null'])
  if (outcome.ok) await releaseHeld(context, key.id)
  return outcome
}

/** With its deliveries and attempts. Out: whether it was there. */
export async function deleteEndpoint(
  { pool, tables }: Context,
  { tenantId, id }: TenantKey,
): Promise<boolean> {
  const { rowCount } = await pool.query(`delete from ${tables.endpoints} where id = $1 and tenant_id = $2`, [
    id,
    tenantId,
  ])
  return rowCount === 1
}

const reasonCharsMax = 500

async function changeEndpoint(
  { pool, tables }: Context,
  { tenantId, id }: TenantKey,
  sets: readonly string[],
  values: readonly unknown[] = [],
): Promise<EndpointOutcome> {
  const { rows } = await pool.query<Endpoint>(
    `update ${tables.endpoints} set ${[...sets, 'updated_at = now()'].join(', ')}
    where id = $1 and tenant_id = $2 returning ${endpointColumns}`,
    [id, tenantId, ...values],
  )
  return rows[0] === undefined ? notFound : { ok: true, endpoint: rows[0] }
}
