import type { Claimable } from '@omnistream/bus'
import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { Binary } from 'mongodb'

/** A stored row on its way to the bus; `_id` stays as it is stored. */
export type PublishableRow = Claimable & { _id: Binary }

export const publishableRow = (
  { _id, channel, account_id }: Pick<WebhookAuditDocument, '_id' | 'channel' | 'account_id'>,
  uuids: UuidCodec,
): PublishableRow => ({
  _id,
  id: uuids.read(_id),
  channel,
  accountId: account_id ? uuids.read(account_id) : undefined,
})
