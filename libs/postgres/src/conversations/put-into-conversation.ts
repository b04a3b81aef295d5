import type { Queryable } from '../pool.ts'

export type PutIntoInput = {
  tenantId: string
  from: string
  into: string
  /** Whose conversation it is now; a group is nobody's. */
  contactId?: string
  /** What the channel keys the thread by now; as before where absent. */
  threadKey?: string
  now: Date
}

/**
 * Puts one conversation into another inside of a transaction: the unread messages, the last message, the name, the
 * times. `into` need not exist yet. Out: whether there was anything to put.
 */
export const putIntoConversation = async (db: Queryable, input: PutIntoInput): Promise<boolean> => {
  const { tenantId, from, into, contactId, threadKey, now } = input
  const ids = [from, into]
  await db.query(
    'select 1 from conversations where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    [tenantId, ids],
  )
  const put = await db.query(
    `insert into conversations as c (id, tenant_id, account_id, channel, kind, thread_key, via, contact_id, name, name_at,
        status, resolved_at, read_at, last_message_at, last_message_id, last_message_preview, last_message_preview_at,
        created_at, updated_at)
      select $3, tenant_id, account_id, channel, kind, coalesce($6, thread_key), via, $4, name, name_at,
        status, resolved_at, read_at, last_message_at, last_message_id, last_message_preview, last_message_preview_at,
        created_at, $5
      from conversations where tenant_id = $1 and id = $2 and merged_into is null
      on conflict (id) do update set
        contact_id = excluded.contact_id,
        name = case when excluded.name_at > coalesce(c.name_at, '-infinity') then excluded.name else c.name end,
        name_at = greatest(c.name_at, excluded.name_at),
        status = case when 'open' in (c.status, excluded.status) then 'open' else 'resolved' end,
        resolved_at = case when 'open' in (c.status, excluded.status) then null else greatest(c.resolved_at, excluded.resolved_at) end,
        read_at = greatest(c.read_at, excluded.read_at),
        ${laterOf('last_message_at')}, ${laterOf('last_message_id')},
        ${laterOf('last_message_preview')}, ${laterOf('last_message_preview_at')},
        created_at = least(c.created_at, excluded.created_at),
        updated_at = greatest(c.updated_at, excluded.updated_at)`,
    [tenantId, from, into, contactId ?? null, now, threadKey ?? null],
  )
  if (put.rowCount === 0) return false
  await db.query(
    `insert into conversation_unread (conversation_id, message_id, received_at)
      select $2, message_id, received_at from conversation_unread where conversation_id = $1 on conflict do nothing`,
    ids,
  )
  await db.query('delete from conversation_unread where conversation_id = $1', [from])
  await db.query(
    `update conversations set
        unread_count = (select count(*) from conversation_unread u where u.conversation_id = conversations.id),
        merged_into = case when id = $1 then $2 else merged_into end
      where id in ($1, $2)`,
    ids,
  )
  return true
}

const laterOf = (column: string): string => `${column} = case
  when (excluded.last_message_at, excluded.last_message_id) > (c.last_message_at, c.last_message_id)
  then excluded.${column} else c.${column} end`
