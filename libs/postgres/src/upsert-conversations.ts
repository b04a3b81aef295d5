import { countUnread, putConversations } from './conversations/conversation-statements.ts'
import { type ConversationInput, summarise } from './conversations/summarise.ts'
import type { Pool, Queryable } from './pool.ts'
import { transaction } from './transaction.ts'

export type UpsertedConversations = {
  /** Ids that did not exist before this call. */
  created: string[]
  /** The webhook that made a touched conversation, in this call or an earlier one, where it is known. */
  begunBy: ReadonlyMap<string, string>
  /** Conversations that had been merged away: what was meant for `from` was put into `into`. */
  redirected: { from: string; into: string }[]
}

const mergeChainMax = 64
/** Messages counted in one statement: a bad plan costs their square, and one webhook may bring tens of thousands. */
const unreadMax = 1_000

/**
 * Applies a batch of messages to their conversations, in a few round trips for each thousand messages.
 *
 * Commutative and idempotent: the last message is the greatest (created_at, id), its preview the newest text of that
 * message, and a message counts as unread exactly once, only when inbound and received after the last reading.
 * All of the batch or nothing.
 */
export const upsertConversations = async (
  pool: Pool,
  inputs: readonly ConversationInput[],
): Promise<UpsertedConversations> => {
  if (inputs.length === 0) return { created: [], begunBy: new Map(), redirected: [] }
  return await transaction(pool, async (client) => await apply(client, inputs))
}

const apply = async (db: Queryable, inputs: readonly ConversationInput[]): Promise<UpsertedConversations> => {
  const created: string[] = []
  const begunBy = new Map<string, string>()
  const redirected: { from: string; into: string }[] = []
  let current = inputs
  for (let depth = 0; current.length > 0; depth += 1) {
    if (depth > mergeChainMax) throw new Error('conversations are merged in a circle')
    const touched = await putConversations(db, summarise(current))
    const fresh = touched.filter((row) => row.created).map((row) => row.id)
    created.push(...fresh)
    for (const row of touched) if (row.begunBy !== null) begunBy.set(row.id, row.begunBy)
    await keyByNewId(db, fresh, current)
    const merged = new Map(
      touched.flatMap((row) => (row.mergedInto === null ? [] : [[row.id, row.mergedInto] as const])),
    )
    const unread = current.filter(
      (input) => input.inbound && input.countsAsUnread && !merged.has(input.conversationId),
    )
    for (let from = 0; from < unread.length; from += unreadMax)
      await countUnread(db, unread.slice(from, from + unreadMax))
    redirected.push(...[...merged].map(([from, into]) => ({ from, into })))
    current = current.flatMap((input) => {
      const into = merged.get(input.conversationId)
      return into === undefined ? [] : [{ ...input, conversationId: into }]
    })
  }
  return { created, begunBy, redirected }
}

/** A group that goes on under another id is keyed by the new one, though a late message of the old one made its row. */
const keyByNewId = async (
  db: Queryable,
  created: readonly string[],
  inputs: readonly ConversationInput[],
): Promise<void> => {
  const groups = new Set(inputs.filter(({ kind }) => kind === 'group').map((input) => input.conversationId))
  const ids = created.filter((id) => groups.has(id))
  if (ids.length === 0) return
  await db.query(
    `update conversations c set thread_key = m.into_key from conversation_merges m
      where m.into_conversation_id = any($1::uuid[]) and m.undone_at is null
        and c.id = m.into_conversation_id and c.thread_key <> m.into_key`,
    [ids],
  )
}
