import { uuidv5 } from '@omnistream/common'
import type { PoolClient } from 'pg'
import { lockAccounts } from './contacts/lock-accounts.ts'
import { putIntoConversation } from './conversations/put-into-conversation.ts'
import type { Pool } from './pool.ts'
import { storableKey } from './storable.ts'
import { transaction } from './transaction.ts'

/** A group's conversation that goes on as another one. */
export type ThreadMerge = {
  tenantId: string
  accountId: string
  channel: string
  fromId: string
  intoId: string
  /** What the channel keys the threads by. */
  fromKey: string
  intoKey: string
  /** When the channel says it happened. */
  happenedAt: Date
}

/**
 * `moved`: recorded by this call. `known`: recorded before, and where a person undid it, it stays undone. `refused`:
 * nowhere to go, a circle, or it went elsewhere before.
 */
export type ThreadMergeOutcome = 'moved' | 'known' | 'refused'

/** Records are told by what they join, so that every webhook that tells a move tells the same one. */
const recordNamespace = '9b1d5a52-7a0e-5a3d-8f0c-6f1f0c5f7e02'
const nilId = '00000000-0000-0000-0000-000000000000'

/**
 * Merges conversations of groups into those that they go on as. Neither need exist: what comes later finds its way.
 * One statement where all are known, one transaction for each that is not. Idempotent.
 */
export const mergeThreads = async (
  pool: Pool,
  merges: readonly ThreadMerge[],
  options: { now?: Date } = {},
): Promise<ThreadMergeOutcome[]> => {
  if (merges.length === 0) return []
  const { rows } = await pool.query<{ id: string }>(
    'select id from conversation_merges where id = any($1::uuid[])',
    [merges.map(recordIdOf)],
  )
  const known = new Set(rows.map(({ id }) => id))
  const outcomes: ThreadMergeOutcome[] = []
  for (const merge of merges) {
    if (merge.fromId === merge.intoId) outcomes.push('refused')
    else if (known.has(recordIdOf(merge))) outcomes.push('known')
    else {
      outcomes.push(await transaction(pool, (client) => mergeOne(client, merge, options.now ?? new Date())))
      known.add(recordIdOf(merge))
    }
  }
  return outcomes
}

const recordIdOf = ({ fromId, intoId }: ThreadMerge): string => uuidv5(recordNamespace, `${fromId}:${intoId}`)

const mergeOne = async (client: PoolClient, merge: ThreadMerge, now: Date): Promise<ThreadMergeOutcome> => {
  await lockAccounts(client, [merge.accountId])
  const recorded = await client.query('select 1 from conversation_merges where id = $1', [recordIdOf(merge)])
  if (recorded.rowCount !== 0) return 'known'
  if (await leadsElsewhere(client, merge)) return 'refused'
  await client.query(
    `insert into conversation_merges (id, tenant_id, account_id, channel, from_conversation_id, into_conversation_id,
        from_key, into_key, happened_at, merged_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[recordIdOf(merge), merge.tenantId, merge.accountId, merge.channel, merge.fromId, merge.intoId],
      ...[storableKey(merge.fromKey), storableKey(merge.intoKey), merge.happenedAt, now],
    ],
  )
  await leaveSign(client, merge, now)
  const { tenantId, fromId: from, intoId: into, intoKey } = merge
  await putIntoConversation(client, { tenantId, from, into, threadKey: storableKey(intoKey), now })
  return 'moved'
}

/** Whether the old conversation went into another one, or the new one ends in the old one. */
const leadsElsewhere = async (client: PoolClient, { fromId, intoId }: ThreadMerge): Promise<boolean> => {
  const { rows } = await client.query<{ id: string; start: string }>(
    `with recursive chain as (
        select id as start, id, merged_into, 0 as depth from conversations where id = any($1::uuid[])
        union all
        select h.start, c.id, c.merged_into, h.depth + 1 from chain h join conversations c on c.id = h.merged_into
        where h.depth < 64
      )
      select start, coalesce(merged_into, id) as id from chain`,
    [[fromId, intoId]],
  )
  return rows.some(({ start, id }) => (start === fromId ? id !== fromId : id === fromId))
}

/** A conversation that has no message yet gets a row all the same: what comes for it is sent on from there. */
const leaveSign = async (client: PoolClient, merge: ThreadMerge, now: Date): Promise<void> => {
  await client.query(
    `insert into conversations (id, tenant_id, account_id, channel, kind, thread_key, last_message_at, last_message_id,
        last_message_preview_at, merged_into, created_at, updated_at)
      values ($1, $2, $3, $4, 'group', $5, $6, $7, $6, $8, $6, $9) on conflict (id) do nothing`,
    [
      ...[merge.fromId, merge.tenantId, merge.accountId, merge.channel, storableKey(merge.fromKey)],
      ...[merge.happenedAt, nilId, merge.intoId, now],
    ],
  )
}
