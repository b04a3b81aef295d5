import type { AccountUpdateDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import { jsonObject } from './json-value.ts'

/** What a channel said of an account, as the API and webhooks show it. */
export type AccountUpdateView = {
  id: string
  account_id: string
  channel: string
  event: string
  at: string
  received_at: string
  data: Record<string, unknown>
  audit_id: string
  audit_path: string
}

export const accountUpdateJson = (row: AccountUpdateDocument, uuids: UuidCodec): AccountUpdateView => ({
  id: uuids.read(row._id),
  account_id: uuids.read(row.account_id),
  channel: row.channel,
  event: row.event,
  at: row.at.toISOString(),
  received_at: row.received_at.toISOString(),
  data: jsonObject(row.data),
  audit_id: uuids.read(row.audit_id),
  audit_path: row.path,
})
