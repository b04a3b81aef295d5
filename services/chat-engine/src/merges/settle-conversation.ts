import { correctLastMessage, getConversation, upsertConversations } from '@omnistream/postgres'
import { conversationInputOf } from '../batch/project-conversations.ts'
import type { MoveDeps } from './move-deps.ts'

/**
 * Makes a conversation show what it holds after messages were taken from it or given to it: a row where it has none,
 * the newest message where it shows one that is elsewhere, nothing where nothing is left. Idempotent.
 */
export async function settleConversation(
  tenantId: string,
  id: string,
  { pool, messages, uuids }: MoveDeps,
): Promise<void> {
  const held = {
    tenant_id: uuids.match(tenantId),
    conversation_id: uuids.match(id),
    placeholder: { $ne: true as const },
  }
  const [newest] = await messages.find(held).sort({ created_at: -1, _id: -1 }).limit(1).toArray()
  const input = newest && conversationInputOf(newest, uuids)
  if (input !== undefined) await upsertConversations(pool, [input])
  const row = await getConversation(pool, { tenantId, id })
  if (row === undefined) return
  const shown = await messages.findOne(
    { _id: uuids.match(row.lastMessageId), conversation_id: uuids.match(id) },
    { projection: { _id: 1 } },
  )
  if (shown !== null) return
  const last =
    input === undefined
      ? undefined
      : {
          ...{ messageId: input.messageId, at: input.createdAt, preview: input.preview },
          previewAt: input.previewAt ?? input.createdAt,
        }
  await correctLastMessage(pool, { tenantId, id, wrong: row.lastMessageId, last })
}
