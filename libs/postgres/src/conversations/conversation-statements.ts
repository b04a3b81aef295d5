import type { Queryable } from '../pool.ts'
import { storableText } from '../storable.ts'
import type { ConversationInput, ConversationSummary } from './summarise.ts'

export type TouchedConversation = {
  id: string
  mergedInto: string | null
  created: boolean
  begunBy: string | null
}

const lastIsLater = `(excluded.last_message_at, excluded.last_message_id, excluded.last_message_preview_at,
    coalesce(excluded.last_message_preview, '') collate "C")
  > (c.last_message_at, c.last_message_id, c.last_message_preview_at, coalesce(c.last_message_preview, '') collate "C")`

const nameIsNewer = `excluded.name is not null
  and (c.name_at is null or (excluded.name_at, excluded.name collate "C") > (c.name_at, c.name collate "C"))`

/** Inserts or moves forward one row for each conversation; the rows stay locked until the transaction ends. */
export const putConversations = async (
  db: Queryable,
  rows: readonly ConversationSummary[],
): Promise<TouchedConversation[]> => {
  const result = await db.query<TouchedConversation>({
    name: 'conversations_put',
    text: `insert into conversations as c (id, tenant_id, account_id, channel, kind, thread_key, contact_id, name, name_at,
        last_message_at, last_message_id, last_message_preview, last_message_preview_at, created_at, updated_at, via, begun_by)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[],
        $9::timestamptz[], $10::timestamptz[], $11::uuid[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[],
        $16::text[], $17::uuid[])
        as r(id) order by r.id
      on conflict (id) do update set
        contact_id = coalesce(c.contact_id, excluded.contact_id),
        name = case when ${nameIsNewer} then excluded.name else c.name end,
        name_at = case when ${nameIsNewer} then excluded.name_at else c.name_at end,
        last_message_at = case when ${lastIsLater} then excluded.last_message_at else c.last_message_at end,
        last_message_id = case when ${lastIsLater} then excluded.last_message_id else c.last_message_id end,
        last_message_preview = case when ${lastIsLater} then excluded.last_message_preview else c.last_message_preview end,
        last_message_preview_at = case when ${lastIsLater} then excluded.last_message_preview_at else c.last_message_preview_at end,
        created_at = least(c.created_at, excluded.created_at),
        updated_at = greatest(c.updated_at, excluded.updated_at)
      returning id, merged_into as "mergedInto", begun_by as "begunBy", (xmax = 0) as created`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ first }) => first.tenantId),
      rows.map(({ first }) => first.accountId),
      rows.map(({ first }) => first.channel),
      rows.map(({ first }) => first.kind),
      rows.map(({ first }) => first.threadKey),
      rows.map(({ contactId }) => contactId),
      rows.map(({ name }) => name),
      rows.map(({ nameAt }) => nameAt),
      rows.map(({ last }) => last.at),
      rows.map(({ last }) => last.messageId),
      rows.map(({ last }) => last.preview),
      rows.map(({ last }) => last.previewAt),
      rows.map(({ createdAt }) => createdAt),
      rows.map(({ updatedAt }) => updatedAt),
      rows.map(({ first }) => (first.via === undefined ? null : storableText(first.via))),
      rows.map(({ first }) => first.auditId ?? null),
    ],
  })
  return result.rows
}

/**
 * Counts messages that nobody has read yet, each once, and opens a resolved conversation for one that came after.
 * The conversations must be locked by putConversations in the same transaction.
 */
export const countUnread = async (db: Queryable, inputs: readonly ConversationInput[]): Promise<void> => {
  await db.query({
    name: 'conversations_count_unread',
    text: `with news as (
        select m.conversation_id, m.message_id, min(m.received_at) as received_at
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) m(conversation_id, message_id, received_at)
        group by 1, 2
      ), counted as (
        insert into conversation_unread (conversation_id, message_id, received_at)
        select n.conversation_id, n.message_id, n.received_at from news n join conversations c on c.id = n.conversation_id
        where c.read_at is null or n.received_at > c.read_at
        order by 1, 2 on conflict do nothing returning conversation_id
      ), totals as (
        select n.conversation_id, n.received_at, coalesce(a.added, 0) as added
        from (select conversation_id, max(received_at) as received_at from news group by 1) n
        left join (select conversation_id, count(*) as added from counted group by 1) a using (conversation_id)
      )
      update conversations c set
        unread_count = c.unread_count + t.added,
        status = case when c.resolved_at < t.received_at then 'open' else c.status end,
        resolved_at = case when c.resolved_at < t.received_at then null else c.resolved_at end
      from totals t where c.id = t.conversation_id and (t.added > 0 or c.resolved_at < t.received_at)`,
    values: [
      inputs.map(({ conversationId }) => conversationId),
      inputs.map(({ messageId }) => messageId),
      inputs.map(({ receivedAt }) => receivedAt),
    ],
  })
}
