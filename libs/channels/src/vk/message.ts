import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import { malformed, nameCharsMax } from '../core/unsupported.ts'
import type { MessageContext, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { newTitle } from './action.ts'
import { parseContent } from './content.ts'
import { conversationMessageId, messageId } from './message-id.ts'
import { directionOf, partyOf, threadOf } from './people.ts'
import { globalId, objectPath, type Scope } from './scope.ts'

/** The message of an event: API versions before 5.103 have it in the place of the object itself. */
export function messageOf(object: Json): Json | undefined {
  return Object.hasOwn(object, 'message') ? asObject(object.message) : object
}

/** A message of somebody to the community, or of the community (`message_reply`, and `out`). */
export function parseMessage(object: Json, scope: Scope): ParsedUpdate {
  const item = messageOf(object)
  const place = { path: objectPath, account: scope.account, name: scope.event }
  if (item === undefined) return malformed(place, 'the message is not an object')
  // Before 5.80 a message had its peer as `user_id`.
  const peer = asId(item.peer_id) ?? asId(item.user_id)
  if (peer === undefined) return malformed(place, 'no peer_id')
  const from = item.from_id ?? (scope.event === 'message_reply' ? `-${scope.account}` : peer)
  const message: Json = { ...item, peer_id: peer, from_id: from }
  const direction = directionOf(message, scope)
  const { type, nativeType, content } = parseContent(message)
  const update: MessageUpdate = {
    kind: 'message',
    path: objectPath,
    account: scope.account,
    externalId: globalId(scope, messageId(message)),
    thread: threadOf(peer, newTitle(message)),
    direction,
    source: direction === 'outbound' ? 'echo' : 'live',
    type,
    sender: partyOf(from),
    content,
  }
  const at = toMilliseconds(message.date)
  const context = contextOf(item, peer, scope)
  if (at !== undefined) update.at = at
  if (nativeType !== undefined) update.nativeType = cutText(nativeType, nameCharsMax)
  if (context !== undefined) update.context = context
  addReferral(update, item)
  return update
}

/** The quoted message stands there in full; it is a message of its own, so only its number is read. */
function contextOf(message: Json, peer: string, scope: Scope): MessageContext | undefined {
  const context: MessageContext = {}
  const quoted = asObject(message.reply_message) ?? asObject(message.action)
  const number = quoted === undefined ? undefined : conversationMessageId(quoted)
  if (number !== undefined) context.externalId = globalId(scope, `${peer}/${number}`)
  if (asList(message.fwd_messages).length > 0) context.forwarded = true
  return Object.keys(context).length === 0 ? undefined : context
}

/** Where the person came from: the parameters of a link to the community's messages. */
function addReferral(update: MessageUpdate, { ref, ref_source }: Json): void {
  if (asText(ref) === undefined && asText(ref_source) === undefined) return
  update.referral = toData({
    ...(ref === undefined ? {} : { ref }),
    ...(ref_source === undefined ? {} : { ref_source }),
  })
}
