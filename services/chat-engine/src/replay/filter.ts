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

/** The rows of a run that come after `cursor`. `receivedBefore` ends a run although new webhooks keep coming. */
export function replayRows(
  filter: ReplayFilter,
  scope: { tenantId: string | null; receivedBefore: Date },
  cursor: ReplayCursor | undefined,
  uuids: UuidCodec,
): Filter<WebhookAuditDocument> {
  const to = filter.to === undefined ? scope.receivedBefore : new Date(filter.to)
  const range: Filter<WebhookAuditDocument> = {
    received_at: {
      ...(filter.from === undefined ? {} : { $gte: new Date(filter.from) }),
      $lt: new Date(Math.min(to.getTime(), scope.receivedBefore.getTime())),
    },
  }
  return {
    ...(scope.tenantId === null ? {} : { tenant_id: uuids.write(scope.tenantId) }),
    ...range,
    ...(filter.channel === undefined ? {} : { channel: filter.channel }),
    ...(filter.account_id === undefined ? {} : { account_id: uuids.write(filter.account_id) }),
    ...(filter.state === undefined ? {} : { 'parse.state': filter.state }),
    ...(filter.parser_version_lt === undefined ? {} : { 'parse.version': { $lt: filter.parser_version_lt } }),
    ...(filter.audit_ids === undefined
      ? {}
      : { _id: { $in: filter.audit_ids.map((id) => uuids.write(id)) } }),
    ...(cursor ? after(cursor, uuids) : {}),
  }
}

function after(cursor: ReplayCursor, uuids: UuidCodec): Filter<WebhookAuditDocument> {
  const at = new Date(cursor.received_at)
  return { $or: [{ received_at: { $gt: at } }, { received_at: at, _id: { $gt: uuids.write(cursor.id) } }] }
}
