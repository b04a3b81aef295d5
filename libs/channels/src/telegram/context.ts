import { asId, asObject, type Json } from '../core/access.ts'
import type { MessageContext } from '../core/update.ts'
import { chatKey, isGuestMessage } from './message-id.ts'
import { globalId, type Scope } from './scope.ts'

/**
 * What a message answers, pins or forwards. The quoted message stands there in full; it is a message of its own, so
 * only its id is read.
 */
export function contextOf(item: Json, scope: Scope): MessageContext | undefined {
  const context: MessageContext = {}
  const quoted = quotedId(item, scope)
  if (quoted !== undefined) context.externalId = globalId(scope, quoted)
  if (isForwarded(item)) context.forwarded = true
  return Object.keys(context).length === 0 ? undefined : context
}

/** Before 7.0 the origin was spread over several fields. */
export function isForwarded(item: Json): boolean {
  return item.forward_origin !== undefined || item.forward_date !== undefined
}

function quotedId(item: Json, scope: Scope): string | undefined {
  const inside = asObject(item.pinned_message) ?? replyOf(item)
  const id = asId(inside?.message_id)
  if (inside !== undefined && id !== undefined && id !== '0') {
    const place = {
      ...inside,
      chat: inside.chat ?? item.chat,
      business_connection_id: item.business_connection_id,
    }
    return `${chatKey(place, isGuestMessage(item, scope))}/${id}`
  }
  const outside = asObject(item.external_reply)
  const outsideId = asId(outside?.message_id)
  const outsideChat = asId(asObject(outside?.chat)?.id)
  return outsideId === undefined || outsideChat === undefined ? undefined : `${outsideChat}/${outsideId}`
}

/** In a forum topic every message that quotes nothing replies to the topic's first one: that is no quote. */
function replyOf(item: Json): Json | undefined {
  const reply = asObject(item.reply_to_message)
  if (reply === undefined || item.is_topic_message !== true) return reply
  return asId(reply.message_id) === asId(item.message_thread_id) ? undefined : reply
}
