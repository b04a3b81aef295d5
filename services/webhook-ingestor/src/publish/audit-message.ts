import { envelopeVersion, type Outgoing, type Subjects } from '@omnistream/bus'
import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'

/** What the bus needs of a row: its id and where it goes, never its body. */
export type PublishableRow = Pick<
  WebhookAuditDocument,
  '_id' | 'channel' | 'account_id' | 'received_at' | 'traceparent'
>

/** The claim check of a stored row. The audit id is the message id, so a second publish is recognised. */
export function auditMessage(
  row: PublishableRow,
  on: Subjects,
  uuids: UuidCodec,
  publishedAt: number,
  messageIdSuffix = '',
): Outgoing {
  const id = uuids.read(row._id)
  return {
    subject: on.webhook(row.channel, row.account_id ? uuids.read(row.account_id) : undefined),
    messageId: `${id}${messageIdSuffix}`,
    envelope: {
      v: envelopeVersion,
      kind: 'webhook',
      id,
      channel: row.channel,
      receivedAt: row.received_at.getTime(),
      publishedAt,
    },
    ...(row.traceparent ? { traceparent: row.traceparent } : {}),
  }
}
