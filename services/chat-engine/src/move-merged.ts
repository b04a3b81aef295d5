import { type Logger, sleep } from '@omnistream/common'
import type { Collections, UuidCodec } from '@omnistream/mongo'
import {
  finishMerge,
  listPendingMerges,
  mergeConversations,
  type PendingMerge,
  type Pool,
} from '@omnistream/postgres'
import { directConversationId } from './derive-ids.ts'

export type MoveDeps = {
  pool: Pool
  messages: Collections['messages']
  uuids: UuidCodec
  logger: Logger
  now(): Date
  /** A message that is moved must not be overwritten by a worker that read it before. */
  newRev(): string
  intervalMs: number
  /**
   * How long after a merge its messages are moved once more: a batch that had resolved the old contact before
   * the merge may still write under it.
   */
  settleMs: number
}

const mergesMax = 100

/**
 * Gives two contacts that turned out to be one person one history: the messages and the conversation of the one
 * that was merged away move to the other. A crash in between leaves the merge in the list.
 */
export async function runMergedMover(deps: MoveDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.now().getTime()
    const merges = await listPendingMerges(deps.pool, { mergedBefore: new Date(now), limit: mergesMax })
    for (const merge of merges) {
      await moveMerged(merge, deps)
      if (merge.mergedAt.getTime() + deps.settleMs <= now) {
        await finishMerge(deps.pool, { tenantId: merge.tenantId, from: merge.from, now: deps.now() })
        deps.logger.info({ from: merge.from, into: merge.into }, 'contact.merged')
      }
    }
    await sleep(deps.intervalMs, signal)
  }
}

/** Idempotent: what is moved already is not found again. */
export async function moveMerged(
  merge: PendingMerge,
  { pool, messages, uuids, now, newRev }: MoveDeps,
): Promise<void> {
  const from = directConversationId(merge.accountId, merge.from)
  const into = directConversationId(merge.accountId, merge.into)
  await mergeConversations(pool, { tenantId: merge.tenantId, from, into, contactId: merge.into, now: now() })
  await messages.updateMany(
    { tenant_id: uuids.match(merge.tenantId), conversation_id: uuids.match(from) },
    { $set: { conversation_id: uuids.write(into), contact_id: uuids.write(merge.into), rev: newRev() } },
  )
}
