import type { PoolClient } from 'pg'
import type { Pool } from './pool.ts'
import { storableText } from './storable.ts'
import { transaction } from './transaction.ts'

type Key = { tenantId: string; id: string }

/**
 * Lets a conversation that was merged stand for itself again, as far read and as resolved as `holder`, the one that it
 * was part of; `members` that were merged into it by way of that one belong to it again. What it holds follows: see moveUnread
 * and correctLastMessage. Idempotent.
 */
export const unmergeConversation = async (
  pool: Pool,
  input: Key & { holder: string; members: readonly string[]; now?: Date },
): Promise<void> =>
  await transaction(pool, async (client) => {
    const { tenantId, id, holder, members } = input
    await lockInOrder(client, tenantId, [id, holder, ...members])
    await client.query(
      `update conversations c set merged_into = null, status = h.status, resolved_at = h.resolved_at,
          read_at = greatest(c.read_at, h.read_at), updated_at = greatest(c.updated_at, $4)
        from conversations h
        where c.tenant_id = $1 and c.id = $2 and c.merged_into is not null and h.tenant_id = $1 and h.id = $3`,
      [tenantId, id, holder, input.now ?? new Date()],
    )
    await client.query(
      'update conversations set merged_into = null where tenant_id = $1 and id = $2 and merged_into is not null',
      [tenantId, id],
    )
    await client.query(
      `update conversations set merged_into = $2
        where tenant_id = $1 and id = any($3::uuid[]) and id <> $2 and merged_into is not null`,
      [tenantId, id, members],
    )
  })

/** Moves what is still unread of these messages from one conversation to another, as far as it is unread there too. */
export const moveUnread = async (
  pool: Pool,
  input: { tenantId: string; from: string; into: string; messageIds: readonly string[] },
): Promise<void> =>
  await transaction(pool, async (client) => {
    const { tenantId, from, into, messageIds } = input
    await lockInOrder(client, tenantId, [from, into])
    await client.query(
      `with gone as (
          delete from conversation_unread where conversation_id = $1 and message_id = any($3::uuid[])
          returning message_id, received_at
        )
        insert into conversation_unread (conversation_id, message_id, received_at)
        select c.id, gone.message_id, gone.received_at from gone join conversations c on c.id = $2
        where c.read_at is null or gone.received_at > c.read_at on conflict do nothing`,
      [from, into, messageIds],
    )
    await client.query(
      `update conversations set
          unread_count = (select count(*) from conversation_unread u where u.conversation_id = conversations.id)
        where tenant_id = $1 and id in ($2, $3)`,
      [tenantId, from, into],
    )
  })

/** A page of what is unread in a conversation, by message id. */
export const listUnread = async (
  pool: Pool,
  input: { conversationId: string; after: string | undefined; limit: number },
): Promise<string[]> => {
  const { rows } = await pool.query<{ message_id: string }>(
    `select message_id from conversation_unread
      where conversation_id = $1 and ($2::uuid is null or message_id > $2) order by message_id limit $3`,
    [input.conversationId, input.after ?? null, input.limit],
  )
  return rows.map(({ message_id }) => message_id)
}

/** What a conversation shows of its newest message. */
export type LastMessage = { messageId: string; at: Date; preview: string | null; previewAt: Date }

/**
 * Replaces the last message that a conversation shows and does not hold any more; nothing happens where it shows
 * another one by now. A conversation that holds nothing is removed, unless others lead to it.
 */
export const correctLastMessage = async (
  pool: Pool,
  input: Key & { wrong: string; last: LastMessage | undefined },
): Promise<void> => {
  const { tenantId, id, wrong, last } = input
  if (last === undefined) {
    await pool.query(
      `delete from conversations c where tenant_id = $1 and id = $2 and last_message_id = $3 and merged_into is null
        and not exists (select 1 from conversations o where o.merged_into = c.id)
        and not exists (select 1 from conversation_unread u where u.conversation_id = c.id)`,
      [tenantId, id, wrong],
    )
    return
  }
  await pool.query(
    `update conversations set last_message_id = $4, last_message_at = $5, last_message_preview = $6,
        last_message_preview_at = $7
      where tenant_id = $1 and id = $2 and last_message_id = $3`,
    [
      ...[tenantId, id, wrong, last.messageId, last.at],
      ...[last.preview === null ? null : storableText(last.preview), last.previewAt],
    ],
  )
}

const lockInOrder = async (client: PoolClient, tenantId: string, ids: readonly string[]): Promise<void> => {
  await client.query(
    'select 1 from conversations where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    [tenantId, ids],
  )
}
