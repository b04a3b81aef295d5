import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { Filter } from 'mongodb'
import { z } from 'zod'

/** What a replay run covers, as `replay_runs.filter` keeps it. Instants are ISO 8601. */
export const replayFilter = z.strictObject({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  channel: z.string().optional(),
  account_id: z.uuid().optional(),
  state: z.enum(['pending', 'done', 'failed', 'unrouted']).optional(),
  parser_version_lt: z.int().min(1).optional(),
  audit_ids: z.array(z.uuid()).max(1_000).optional(),
})
export type ReplayFilter = z.output<typeof replayFilter>

/** Where a run has come to: the last row of the page that is settled. */
export const replayCursor = z.object({ received_at: z.iso.datetime(), id: z.uuid() })
export type ReplayCursor = z.output<typeof replayCursor>

/** Which part of a run: all of it, what was received after an instant, or at that very instant after an id. */
export type ReplayFrom = 'start' | { after: Date } | { at: Date; afterId?: string }

/** The rows of a run. `receivedBefore` ends it although new webhooks keep coming. */
export function replayRows(
  filter: ReplayFilter,
  scope: { tenantId: string | null; receivedBefore: Date },
  from: ReplayFrom,
  uuids: UuidCodec,
): Filter<WebhookAuditDocument> {
  const conditions: Filter<WebhookAuditDocument>[] = [{ received_at: rangeOf(filter, scope.receivedBefore) }]
  if (from !== 'start' && 'after' in from) conditions.push({ received_at: { $gt: from.after } })
  if (from !== 'start' && 'at' in from) {
    conditions.push({ received_at: from.at })
    if (from.afterId !== undefined) conditions.push({ _id: { $gt: uuids.write(from.afterId) } })
  }
  if (filter.audit_ids !== undefined) conditions.push({ _id: uuids.match(filter.audit_ids) })
  return {
    ...(scope.tenantId === null ? {} : { tenant_id: uuids.match(scope.tenantId) }),
    ...(filter.channel === undefined ? {} : { channel: filter.channel }),
    ...(filter.account_id === undefined ? {} : { account_id: uuids.match(filter.account_id) }),
    ...(filter.state === undefined ? {} : { 'parse.state': filter.state }),
    ...(filter.parser_version_lt === undefined ? {} : { 'parse.version': { $lt: filter.parser_version_lt } }),
    $and: conditions,
  }
}

function rangeOf(filter: ReplayFilter, receivedBefore: Date): { $gte?: Date; $lt: Date } {
  const to = filter.to === undefined ? receivedBefore : new Date(filter.to)
  return {
    ...(filter.from === undefined ? {} : { $gte: new Date(filter.from) }),
    $lt: new Date(Math.min(to.getTime(), receivedBefore.getTime())),
  }
}
