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
 * Idempotent. Out: whether there was anything to merge.
 */
export const mergeConversations = async (
  pool: Pool,
  input: { tenantId: string; from: string; into: string; contactId: string; now?: Date },
): Promise<boolean> =>
  await transaction(pool, async (client) => {
    const { tenantId, from, into, contactId } = input
    const ids = [from, into]
    await client.query(
      'select 1 from conversations where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
      [tenantId, ids],
    )
    const put = await client.query(
      `insert into conversations as c (id, tenant_id, account_id, channel, kind, thread_key, contact_id, name, name_at, status,
          resolved_at, read_at, last_message_at, last_message_id, last_message_preview, last_message_preview_at, created_at, updated_at)
        select $3, tenant_id, account_id, channel, kind, thread_key, $4, name, name_at, status,
          resolved_at, read_at, last_message_at, last_message_id, last_message_preview, last_message_preview_at, created_at, $5
        from conversations where tenant_id = $1 and id = $2 and merged_into is null
        on conflict (id) do update set
          contact_id = excluded.contact_id,
          status = case when 'open' in (c.status, excluded.status) then 'open' else 'resolved' end,
          resolved_at = case when 'open' in (c.status, excluded.status) then null else greatest(c.resolved_at, excluded.resolved_at) end,
          read_at = greatest(c.read_at, excluded.read_at),
          ${laterOf('last_message_at')}, ${laterOf('last_message_id')},
          ${laterOf('last_message_preview')}, ${laterOf('last_message_preview_at')},
          created_at = least(c.created_at, excluded.created_at),
          updated_at = greatest(c.updated_at, excluded.updated_at)`,
      [tenantId, from, into, contactId, input.now ?? new Date()],
    )
    if (put.rowCount === 0) return false
    await client.query(
      `insert into conversation_unread (conversation_id, message_id, received_at)
        select $2, message_id, received_at from conversation_unread where conversation_id = $1 on conflict do nothing`,
      ids,
    )
    await client.query('delete from conversation_unread where conversation_id = $1', [from])
    await client.query(
      `update conversations set
          unread_count = (select count(*) from conversation_unread u where u.conversation_id = conversations.id),
          merged_into = case when id = $1 then $2 else merged_into end
        where id in ($1, $2)`,
      ids,
    )
    return true
  })

const laterOf = (column: string): string => `${column} = case
  when (excluded.last_message_at, excluded.last_message_id) > (c.last_message_at, c.last_message_id)
  then excluded.${column} else c.${column} end`
