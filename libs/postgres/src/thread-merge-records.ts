import type { Pool, Queryable } from './pool.ts'
import { transaction } from './transaction.ts'

/** A merge of two conversations of groups as it was recorded. */
export type ThreadMergeRecord = {
  id: string
  tenantId: string
  accountId: string
  channel: string
  from: string
  into: string
  fromKey: string
  intoKey: string
  happenedAt: Date
  mergedAt: Date
  undoneAt: Date | null
  undoneBy: string | null
}

export const selectThreadMerges = `select id, tenant_id as "tenantId", account_id as "accountId", channel,
    from_conversation_id as "from", into_conversation_id as "into", from_key as "fromKey", into_key as "intoKey",
    happened_at as "happenedAt", merged_at as "mergedAt", undone_at as "undoneAt", undone_by as "undoneBy"
  from conversation_merges`

/** The merges that a conversation was part of, on either side, newest first. */
export const listThreadMerges = async (
  pool: Pool,
  input: { tenantId: string; conversationId: string; limit: number },
): Promise<ThreadMergeRecord[]> => {
  const { rows } = await pool.query<ThreadMergeRecord>(
    `${selectThreadMerges} where tenant_id = $1 and (from_conversation_id = $2 or into_conversation_id = $2)
      order by merged_at desc, id desc limit $3`,
    [input.tenantId, input.conversationId, input.limit],
  )
  return rows
}

/**
 * Takes a thread out of the one it went into. The record stays: a webhook that tells the move again changes nothing.
 * The engine gives the conversation back what is its own. Idempotent; undefined where the tenant has no such merge.
 */
export const undoThreadMerge = async (
  pool: Pool,
  input: { tenantId: string; id: string; undoneBy: string; now?: Date },
): Promise<ThreadMergeRecord | undefined> =>
  await transaction(pool, async (client) => {
    await client.query(
      `update conversation_merges set undone_at = $3, undone_by = $4
        where tenant_id = $1 and id = $2 and undone_at is null`,
      [input.tenantId, input.id, input.now ?? new Date(), input.undoneBy],
    )
    return await getThreadMerge(client, input)
  })

/** Whether a thread is part of another one today. */
export const isThreadMerged = async (
  db: Queryable,
  key: { tenantId: string; from: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    'select 1 from conversation_merges where tenant_id = $1 and from_conversation_id = $2 and undone_at is null',
    [key.tenantId, key.from],
  )
  return rowCount !== 0
}

/** One of the tenant's merges. */
export const getThreadMerge = async (
  db: Queryable,
  key: { tenantId: string; id: string },
): Promise<ThreadMergeRecord | undefined> => {
  const { rows } = await db.query<ThreadMergeRecord>(
    `${selectThreadMerges} where tenant_id = $1 and id = $2`,
    [key.tenantId, key.id],
  )
  return rows[0]
}
