import { z } from 'zod'
import type { ConversationKind } from './conversations/summarise.ts'
import type { Pool } from './pool.ts'

export type ConversationRow = {
  id: string
  accountId: string
  channel: string
  kind: ConversationKind
  threadKey: string
  name: string | null
  status: 'open' | 'resolved'
  unreadCount: number
  readAt: Date | null
  lastMessageAt: Date
  lastMessageId: string
  lastMessagePreview: string | null
  createdAt: Date
  updatedAt: Date
  /** Merges followed to the contact that is left. */
  contact: { id: string; name: string | null; identities: { kind: string; value: string }[] } | null
}

export type ListConversationsInput = {
  tenantId: string
  channel?: string
  accountId?: string
  status?: 'open' | 'resolved'
  /** At most 100. */
  limit: number
  /** Older than this cursor. */
  after?: string
  /** Newer than this cursor: the page that ends right before it. */
  before?: string
}

/** `next` leads to older conversations, `prev` to newer ones; null where there are none. */
export type ConversationPage = { conversations: ConversationRow[]; next: string | null; prev: string | null }

export type ListConversationsOutcome =
  | { ok: true; page: ConversationPage }
  | { ok: false; reason: 'bad_cursor' }

const limitMax = 100
const cursorShape = z.tuple([z.int(), z.uuid()])

type Position = { at: Date; id: string }

/** A tenant's conversations, newest message first; ties by id. Cursors stay valid while rows come and go. */
export const listConversations = async (
  pool: Pool,
  input: ListConversationsInput,
): Promise<ListConversationsOutcome> => {
  const cursor = input.after ?? input.before
  const position = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && position === undefined) return { ok: false, reason: 'bad_cursor' }
  const backwards = input.after === undefined && input.before !== undefined
  const limit = Math.max(1, Math.min(limitMax, input.limit))
  const query = conversationsQuery(input, { position, backwards, limit: limit + 1 })
  const { rows } = await pool.query<ConversationRow>(query)

  const more = rows.length > limit
  const kept = rows.slice(0, limit)
  const conversations = backwards ? kept.toReversed() : kept
  const [first, last] = [conversations.at(0), conversations.at(-1)]
  const hasOlder = backwards ? true : more
  const hasNewer = backwards ? more : position !== undefined
  return {
    ok: true,
    page: {
      conversations,
      next: hasOlder && last !== undefined ? writeCursor(last) : null,
      prev: hasNewer && first !== undefined ? writeCursor(first) : null,
    },
  }
}

/** One of the tenant's conversations. */
export const getConversation = async (
  pool: Pool,
  key: { tenantId: string; id: string },
): Promise<ConversationRow | undefined> => {
  const { rows } = await pool.query<ConversationRow>(
    `${selectConversations} where c.tenant_id = $1 and c.id = $2`,
    [key.tenantId, key.id],
  )
  return rows[0]
}

const selectConversations = `select c.id, c.account_id as "accountId", c.channel, c.kind, c.thread_key as "threadKey", c.name,
    c.status, c.unread_count as "unreadCount", c.read_at as "readAt", c.last_message_at as "lastMessageAt",
    c.last_message_id as "lastMessageId", c.last_message_preview as "lastMessagePreview",
    c.created_at as "createdAt", c.updated_at as "updatedAt",
    (with recursive kept as (
        select k.id, k.name, k.merged_into, 0 as depth from contacts k where k.id = c.contact_id
        union all
        select n.id, n.name, n.merged_into, kept.depth + 1 from kept join contacts n on n.id = kept.merged_into where kept.depth < 64
      )
      select json_build_object('id', kept.id, 'name', kept.name, 'identities', coalesce((
        select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.kind, i.value)
        from contact_identities i where i.contact_id = kept.id), '[]'::json))
      from kept where kept.merged_into is null
    ) as contact
  from conversations c`

/** Conversations by tenant and id, each with the one at the end of its chain of merges; null where it was not merged. */
export const getConversations = async (
  pool: Pool,
  keys: readonly { tenantId: string; id: string }[],
): Promise<(ConversationRow & { mergedInto: string | null })[]> => {
  if (keys.length === 0) return []
  return (await pool.query(conversationsByIdQuery(keys))).rows
}

const chainEnd = `(with recursive chain as (
      select c.merged_into as id, 0 as depth where c.merged_into is not null
      union all
      select n.merged_into, chain.depth + 1 from chain
        join conversations n on n.id = chain.id where n.merged_into is not null and chain.depth < 64
    ) select id from chain order by depth desc limit 1)`

/** Exported so that a test can look at its plan. */
export const conversationsByIdQuery = (
  keys: readonly { tenantId: string; id: string }[],
): { text: string; values: unknown[] } => ({
  text: selectConversations.replace(
    /from conversations c$/,
    `, ${chainEnd} as "mergedInto" from conversations c
      join unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id) on wanted.id = c.id and wanted.tenant_id = c.tenant_id`,
  ),
  values: [keys.map(({ tenantId }) => tenantId), keys.map(({ id }) => id)],
})

/** Exported so that a test can look at its plan. The page is cut before contacts are joined to it. */
export const conversationsQuery = (
  input: Pick<ListConversationsInput, 'tenantId' | 'channel' | 'accountId' | 'status'>,
  page: { position: Position | undefined; backwards: boolean; limit: number },
): { text: string; values: unknown[] } => {
  const values: unknown[] = [input.tenantId, page.limit]
  const where = ['tenant_id = $1', 'merged_into is null']
  const equals = { channel: input.channel, account_id: input.accountId, status: input.status }
  for (const [column, value] of Object.entries(equals)) {
    if (value !== undefined) where.push(`${column} = $${values.push(value)}`)
  }
  if (page.position !== undefined) {
    const { at, id } = page.position
    const sign = page.backwards ? '>' : '<'
    where.push(`(last_message_at, id) ${sign} ($${values.push(at)}::timestamptz, $${values.push(id)}::uuid)`)
  }
  const direction = page.backwards ? 'asc' : 'desc'
  const order = (alias: string): string =>
    `order by ${alias}last_message_at ${direction}, ${alias}id ${direction}`
  const cut = `(select * from conversations where ${where.join(' and ')} ${order('')} limit $2)`
  return {
    text: `${selectConversations.replace(/from conversations c$/, `from ${cut} c`)} ${order('c.')}`,
    values,
  }
}

const writeCursor = (row: ConversationRow): string =>
  Buffer.from(JSON.stringify([row.lastMessageAt.getTime(), row.id])).toString('base64url')

const readCursor = (cursor: string): Position | undefined => {
  try {
    const parsed = cursorShape.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (!parsed.success) return undefined
    const at = new Date(parsed.data[0])
    return Number.isNaN(at.getTime()) ? undefined : { at, id: parsed.data[1] }
  } catch {
    return undefined
  }
}
