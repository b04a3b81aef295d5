import type { ConversationRow } from '@omnistream/postgres'

/** A conversation as the API and webhooks show it. */
export type ConversationView = {
  id: string
  account_id: string
  channel: string
  kind: 'direct' | 'group'
  name: string | null
  contact: ConversationRow['contact']
  status: 'open' | 'resolved'
  unread_count: number
  read_at: string | null
  last_message_at: string
  last_message_id: string
  last_message_preview: string | null
  merged_into: string | null
  created_at: string
  updated_at: string
}

/** `mergedInto` is the conversation at the end of a chain of merges; null where it was not merged. */
export const conversationJson = (row: ConversationRow, mergedInto: string | null): ConversationView => ({
  id: row.id,
  account_id: row.accountId,
  channel: row.channel,
  kind: row.kind,
  name: row.name,
  contact: row.contact,
  status: row.status,
  unread_count: row.unreadCount,
  read_at: row.readAt?.toISOString() ?? null,
  last_message_at: row.lastMessageAt.toISOString(),
  last_message_id: row.lastMessageId,
  last_message_preview: row.lastMessagePreview,
  merged_into: mergedInto,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
