import type { ParseState, WebhookAuditDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { Document } from 'mongodb'
import { type FindSpec, type Window, windowed } from '../http/keyset.ts'

export type AuditFilters = {
  channel?: string | undefined
  /** Needs `channel`, which the index has before it. */
  account?: string | undefined
  state?: ParseState | undefined
  signature?: WebhookAuditDocument['signature_status'] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export type AggregateSpec = { indexes: readonly string[]; pipeline: Document[] }

const listProjection = { body: 0, headers: 0 }

/** Webhooks of a tenant; the index follows the narrowest filter given. */
export function auditListQuery(
  uuids: UuidCodec,
  tenantId: string,
  filters: AuditFilters,
  window: Window,
): FindSpec {
  const { channel, account, state, signature, from, to } = filters
  const byAccount = channel !== undefined && account !== undefined
  return windowed('received_at', window, {
    indexes: [byAccount ? 'tenant_account_time' : state !== undefined ? 'tenant_state_time' : 'tenant_time'],
    filter: {
      tenant_id: uuids.match(tenantId),
      ...(channel === undefined ? {} : { channel }),
      ...(account === undefined ? {} : { account_id: uuids.match(account) }),
      ...(state === undefined ? {} : { 'parse.state': state }),
      ...(signature === undefined ? {} : { signature_status: signature }),
    },
    range: { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) },
    projection: listProjection,
  })
}

/** One webhook with everything. */
export function auditQuery(uuids: UuidCodec, tenantId: string, id: string): FindSpec {
  return {
    indexes: ['_id_'],
    filter: { _id: uuids.match(id), tenant_id: uuids.match(tenantId) },
    sort: {},
    limit: 1,
  }
}

/** Documents per UTC day and channel. */
export function auditStatsQuery(
  uuids: UuidCodec,
  tenantId: string,
  range: { from: Date; to: Date },
): AggregateSpec {
  const day = { $dateToString: { date: '$received_at', format: '%Y-%m-%d' } }
  const failed = { $cond: [{ $eq: ['$parse.state', 'failed'] }, 1, 0] }
  return {
    indexes: ['tenant_time'],
    pipeline: [
      { $match: { tenant_id: uuids.match(tenantId), received_at: { $gte: range.from, $lt: range.to } } },
      {
        $group: {
          _id: { day, channel: '$channel' },
          documents: { $sum: 1 },
          bytes: { $sum: '$body_bytes' },
          failed: { $sum: failed },
        },
      },
      { $sort: { '_id.day': -1, '_id.channel': 1 } },
    ],
  }
}
