import type { PoolClient } from 'pg'
import { putIntoConversation } from './conversations/put-into-conversation.ts'
import type { Pool } from './pool.ts'
import { transaction } from './transaction.ts'

type Key = { tenantId: string; conversationId: string }

/** Everything received up to `readAt` counts as read. Never goes back. Out: what is still unread; undefined: not found. */
export const markConversationRead = async (
  pool: Pool,
  input: Key & { readAt: Date },
): Promise<number | undefined> =>
  await transaction(pool, async (client) => {
    // Lock first: a message that is being counted right now is then seen, or waits and sees the new read_at.
    const locked = await client.query(
      'select 1 from conversations where tenant_id = $1 and id = $2 for update',
      [input.tenantId, input.conversationId],
    )
    if (locked.rowCount === 0) return undefined
    const { rows } = await client.query<{ unread_count: number }>(
      `with gone as (
          delete from conversation_unread where conversation_id = $1 and received_at <= $2 returning 1
        )
        update conversations set
          read_at = greatest(read_at, $2),
          unread_count = unread_count - (select count(*) from gone)
        where id = $1 returning unread_count`,
      [input.conversationId, input.readAt],
    )
    return rows[0]?.unread_count
  })

/** Resolves or reopens. An inbound message received after `now` opens it again. Out: whether the tenant has it. */
export const setConversationStatus = async (
  pool: Pool,
  input: Key & { status: 'open' | 'resolved'; now?: Date },
): Promise<boolean> => {
  const resolvedAt = input.status === 'resolved' ? (input.now ?? new Date()) : null
  const { rowCount } = await pool.query(
    'update conversations set status = $3, resolved_at = $4 where tenant_id = $1 and id = $2 and merged_into is null',
    [input.tenantId, input.conversationId, input.status, resolvedAt],
  )
  return rowCount === 1
}

/**
 * Puts one conversation into another of the same tenant, for the case that two contacts were one person: the unread
 * messages, the last message, the times. `into` need not exist yet. The messages themselves are the caller's to move.
 * Nothing is put where `onlyWhileMerged`, a contact, is not merged any more. Idempotent. Out: whether there was
 * anything to merge.
 */
export const mergeConversations = async (
  pool: Pool,
  input: {
    tenantId: string
    from: string
    into: string
    contactId: string
    onlyWhileMerged?: string
    now?: Date
  },
): Promise<boolean> =>
  await transaction(pool, async (client) => {
    const { onlyWhileMerged, now, ...put } = input
    if (onlyWhileMerged !== undefined && !(await isMerged(client, input.tenantId, onlyWhileMerged)))
      return false
    return await putIntoConversation(client, { ...put, now: now ?? new Date() })
  })

/** Locked, so that it stays true until the transaction ends. */
const isMerged = async (client: PoolClient, tenantId: string, contactId: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    'select 1 from contacts where tenant_id = $1 and id = $2 and merged_into is not null for share',
    [tenantId, contactId],
  )
  return rowCount === 1
}
