import { listDirectConversations, mergeConversations, type PendingMerge } from '@omnistream/postgres'
import { directConversationId } from '../derive-ids.ts'
import type { MoveDeps } from './move-deps.ts'

/**
 * Gives two contacts that turned out to be one person one history: the messages and the conversations of the one that
 * was merged away move to the other, each to the one with the same address of ours. Idempotent: what is moved already
 * is not found again.
 */
export async function moveContact(
  merge: Pick<PendingMerge, 'tenantId' | 'accountId' | 'from' | 'into'>,
  { pool, messages, uuids, now, newRev }: MoveDeps,
): Promise<void> {
  const { tenantId, accountId, from, into } = merge
  const stored = await listDirectConversations(pool, { tenantId, contactId: from })
  // Its row may still be on its way while messages are there.
  const own = [{ id: directConversationId(accountId, from), via: undefined }, ...stored]
  for (const { id, via } of new Map(own.map((one) => [one.id, one])).values()) {
    const target = directConversationId(accountId, into, via)
    const pair = { tenantId, from: id, into: target, contactId: into }
    await mergeConversations(pool, { ...pair, onlyWhileMerged: from, now: now() })
    await messages.updateMany(
      { tenant_id: uuids.match(tenantId), conversation_id: uuids.match(id) },
      { $set: { conversation_id: uuids.write(target), contact_id: uuids.write(into), rev: newRev() } },
    )
  }
}
