import { type MessageDocument, readableTexts, type UuidCodec } from '@omnistream/mongo'
import type { ConversationInput } from '@omnistream/postgres'
import type { Item } from './types.ts'

const previewCharsMax = 140

/**
 * What the batch means for its conversations, from the messages as they are now. Only messages that changed, and
 * those of a redelivery, whose first worker may have died before this step.
 */
export function conversationInputs(items: readonly Item[], uuids: UuidCodec): ConversationInput[] {
  const touched = new Map<string, { message: MessageDocument; auditId: string }>()
  for (const { message, changed, job } of items) {
    if (message && !message.placeholder && (changed || job.attempt > 1))
      touched.set(message.external_id, { message, auditId: uuids.read(job.row._id) })
  }
  return [...touched.values()].flatMap(({ message, auditId }) => {
    const input = conversationInputOf(message, uuids)
    return input ? [{ ...input, auditId }] : []
  })
}

/** What one message means for its conversation; undefined while it cannot be seen. */
export function conversationInputOf(
  message: MessageDocument,
  uuids: UuidCodec,
): ConversationInput | undefined {
  const { conversation_id, created_at, received_at, thread, origin } = message
  if (!conversation_id || !created_at || !received_at || !thread || !origin) return undefined
  const inbound = message.direction === 'inbound'
  return {
    conversationId: uuids.read(conversation_id),
    tenantId: uuids.read(message.tenant_id),
    accountId: uuids.read(message.account_id),
    channel: message.channel,
    kind: thread.kind,
    threadKey: thread.key,
    ...(thread.via === undefined ? {} : { via: thread.via }),
    contactId: thread.kind === 'direct' && message.contact_id ? uuids.read(message.contact_id) : null,
    ...(thread.name ? { name: thread.name } : {}),
    messageId: uuids.read(message._id),
    createdAt: created_at,
    receivedAt: received_at,
    preview: previewOf(message),
    ...(message.edited_at ? { previewAt: message.edited_at } : {}),
    inbound,
    // An old chat that is synced, and what the channel itself says, ask nobody for an answer.
    countsAsUnread: inbound && origin.source === 'live' && message.type !== 'system',
  }
}

function previewOf(message: MessageDocument): string | null {
  if (message.deleted_at) return null
  const text = readableTexts(message.content)[0]?.text
  return text === undefined
    ? null
    : Array.from(text.slice(0, previewCharsMax * 2))
        .slice(0, previewCharsMax)
        .join('')
}
