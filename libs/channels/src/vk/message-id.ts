import { asId, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'

/**
 * The native id of a message: `<peer>/<number in the conversation>`. Reactions and buttons know nothing else, and
 * `id` is 0 in group chats. API versions that have no such number have the `id`.
 */
export function messageId(object: Json): string {
  const number = conversationMessageId(object)
  if (number !== undefined) return `${asId(object.peer_id) ?? 'unknown'}/${number}`
  const id = asId(object.id)
  return id === undefined || id === '0' ? `message/${contentHash(object)}` : `message/${id}`
}

/** A message's number in its conversation, under either of its names; undefined where there is none. */
export function conversationMessageId(object: Json): string | undefined {
  const number = asId(object.conversation_message_id) ?? asId(object.cmid)
  return number === '0' ? undefined : number
}
