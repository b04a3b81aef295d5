import { asId, asObject, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import type { Scope } from './scope.ts'

/**
 * The native id of a message: `<chat>/<message>`, since message ids are unique only inside a chat. Chats of a
 * business connection, and those a guest bot is called into, have ids that other chats have too.
 * 0 stands for a message that is not sent yet, and an ephemeral message's own number is used again after it.
 */
export function messageId(item: Json, isGuest: boolean): string {
  const chat = chatKey(item, isGuest)
  const id = asId(item.message_id)
  if (id !== undefined && id !== '0') return `${chat}/${id}`
  const ephemeral = asId(item.ephemeral_message_id)
  if (ephemeral !== undefined) return `${chat}/ephemeral-${ephemeral}-${asId(item.date) ?? '0'}`
  return `${chat}/${contentHash(item)}`
}

/** Where a message stands, as the first part of its id. */
export function chatKey(item: Json, isGuest: boolean): string {
  const chat = asId(asObject(item.chat)?.id) ?? 'unknown'
  if (isGuest) return `guest/${chat}`
  const connection = asId(item.business_connection_id)
  return connection === undefined ? chat : `${connection}/${chat}`
}

/** Messages a bot gets as a guest, of a chat it is not in. */
export function isGuestMessage(item: Json, scope: Scope): boolean {
  return scope.family === 'guest_message' || item.guest_query_id !== undefined
}
