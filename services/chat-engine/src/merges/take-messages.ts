import { listUnread, moveUnread } from '@omnistream/postgres'
import type { MoveDeps } from './move-deps.ts'
import { settleConversation } from './settle-conversation.ts'

export type TakeMessagesInput = {
  tenantId: string
  /** The conversation that holds the messages, and the one that they belong to. */
  source: string
  target: string
  /** Whose messages they are; a group's keep their senders. */
  contactId?: string
  /** Whether a thread of this key belongs to `target`. */
  owns(threadKey: string): boolean
}

const unreadPage = 500

/**
 * Takes the messages of some threads out of a conversation and sets right what both show: unread counts and last
 * messages. Idempotent, and each step may be the last one before a crash: the next pass goes on from there.
 */
export async function takeMessages(input: TakeMessagesInput, deps: MoveDeps): Promise<void> {
  const { tenantId, source, target, contactId, owns } = input
  const { messages, uuids, newRev } = deps
  const held = { tenant_id: uuids.match(tenantId), conversation_id: uuids.match(source) }
  const keys = (await messages.distinct('thread.key', held)).filter(owns)
  if (keys.length > 0) {
    await messages.updateMany(
      { ...held, 'thread.key': { $in: keys } },
      {
        $set: {
          conversation_id: uuids.write(target),
          ...(contactId === undefined ? {} : { contact_id: uuids.write(contactId) }),
          rev: newRev(),
        },
      },
    )
  }
  await settleConversation(tenantId, target, deps)
  await takeUnread(input, deps)
  await settleConversation(tenantId, source, deps)
}

/** The rows say which message is unread; the messages say where each is by now. */
async function takeUnread(
  { tenantId, source, target }: TakeMessagesInput,
  { pool, messages, uuids }: MoveDeps,
): Promise<void> {
  let after: string | undefined
  for (;;) {
    const page = await listUnread(pool, { conversationId: source, after, limit: unreadPage })
    const gone = await messages
      .find({ _id: uuids.match(page), conversation_id: uuids.match(target) }, { projection: { _id: 1 } })
      .toArray()
    if (gone.length > 0) {
      const messageIds = gone.map(({ _id }) => uuids.read(_id))
      await moveUnread(pool, { tenantId, from: source, into: target, messageIds })
    }
    after = page.at(-1)
    if (page.length < unreadPage) return
  }
}
