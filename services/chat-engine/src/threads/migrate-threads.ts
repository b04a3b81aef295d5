import { mergeThreads, type Pool, type ThreadMergeOutcome } from '@omnistream/postgres'
import { groupConversationId } from '../derive-ids.ts'

/** A group that goes on under another id; `from` and `to` as in `Thread.id`, `at` is when the channel says it happened. */
export type ThreadMove = {
  tenantId: string
  accountId: string
  channel: string
  from: string
  to: string
  at: Date
}

/** See `ThreadMergeOutcome`. */
export type ThreadMoveOutcome = ThreadMergeOutcome

/**
 * Makes one conversation of a group before and after its move. Both groups may tell the move, in any order and before
 * or after messages of either: what still comes under the old id lands in the new conversation. The messages that are
 * stored follow in the background. Idempotent; out: what came of each, in the order given.
 */
export const migrateThreads = (pool: Pool, moves: readonly ThreadMove[]): Promise<ThreadMoveOutcome[]> =>
  mergeThreads(
    pool,
    moves.map(({ from, to, at, ...owner }) => ({
      ...owner,
      ...{ fromId: groupConversationId(owner.accountId, from), fromKey: from },
      ...{ intoId: groupConversationId(owner.accountId, to), intoKey: to },
      happenedAt: at,
    })),
  )
