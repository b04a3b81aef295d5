import type { Pool } from './pool.ts'

/** A direct conversation: which one it is among those with the same person. */
export type DirectConversation = { id: string; via: string | undefined }

/** The direct conversations that were made for a contact, merged ones too. */
export const listDirectConversations = async (
  pool: Pool,
  key: { tenantId: string; contactId: string },
): Promise<DirectConversation[]> => {
  const { rows } = await pool.query<{ id: string; via: string | null }>(
    `select id, via from conversations where tenant_id = $1 and contact_id = $2 and kind = 'direct' order by id`,
    [key.tenantId, key.contactId],
  )
  return rows.map(({ id, via }) => ({ id, via: via ?? undefined }))
}

/** A conversation and all that were merged into it, with what the channel keys each by. */
export const conversationMembers = async (
  pool: Pool,
  key: { tenantId: string; id: string },
): Promise<{ id: string; threadKey: string }[]> => {
  const { rows } = await pool.query<{ id: string; threadKey: string }>(
    `with recursive members as (
        select id, thread_key from conversations where tenant_id = $1 and id = $2
        union
        select c.id, c.thread_key from members m join conversations c on c.merged_into = m.id
      )
      select id, thread_key as "threadKey" from members`,
    [key.tenantId, key.id],
  )
  return rows
}

/** The identities that a contact has today, as the keys of its threads. */
export const identityKeysOf = async (
  pool: Pool,
  key: { tenantId: string; contactId: string },
): Promise<Set<string>> => {
  const { rows } = await pool.query<{ key: string }>(
    `select kind || ':' || value as key from contact_identities where tenant_id = $1 and contact_id = $2`,
    [key.tenantId, key.contactId],
  )
  return new Set(rows.map((row) => row.key))
}

/** What is shown of a person's conversations beside the person, newest message first. */
export type ContactConversation = {
  id: string
  status: 'open' | 'resolved'
  unreadCount: number
  lastMessageAt: Date
}

export const listContactConversations = async (
  pool: Pool,
  input: { tenantId: string; contactId: string; limit: number },
): Promise<ContactConversation[]> => {
  const { rows } = await pool.query<ContactConversation>(
    `select id, status, unread_count as "unreadCount", last_message_at as "lastMessageAt" from conversations
      where tenant_id = $1 and contact_id = $2 and merged_into is null
      order by last_message_at desc, id desc limit $3`,
    [input.tenantId, input.contactId, input.limit],
  )
  return rows
}
