import {
  conversationMembers,
  isThreadMerged,
  redirectedConversations,
  storableKey,
  type ThreadMergeRecord,
  unmergeConversation,
} from '@omnistream/postgres'
import type { MoveDeps } from './move-deps.ts'
import { takeMessages } from './take-messages.ts'

type Merge = Pick<ThreadMergeRecord, 'tenantId' | 'from' | 'into'>

/** Moves the messages of a group to the conversation that it goes on as; its row went there with the merge. Idempotent. */
export async function moveThread(merge: Merge, { pool, messages, uuids, newRev }: MoveDeps): Promise<void> {
  const target = (await redirectedConversations(pool, [merge.from])).get(merge.from)
  if (target === undefined) return
  await messages.updateMany(
    { tenant_id: uuids.match(merge.tenantId), conversation_id: uuids.match(merge.from) },
    { $set: { conversation_id: uuids.write(target), rev: newRev() } },
  )
}

/** Gives a group whose move was undone its own messages back, and those of groups that had gone on as it. Idempotent. */
export async function moveThreadBack(merge: Merge, deps: MoveDeps): Promise<void> {
  const { tenantId, from, into } = merge
  // It went elsewhere since: its messages are where they belong.
  if (await isThreadMerged(deps.pool, { tenantId, from })) return
  const holder = (await redirectedConversations(deps.pool, [into])).get(into) ?? into
  const members = await conversationMembers(deps.pool, { tenantId, id: from })
  const keys = new Set(members.map(({ threadKey }) => threadKey))
  await unmergeConversation(deps.pool, { tenantId, id: from, holder, members: [], now: deps.now() })
  await takeMessages(
    { tenantId, source: holder, target: from, owns: (key) => keys.has(storableKey(key)) },
    deps,
  )
}
