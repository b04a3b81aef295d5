import { asId, asObject, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { malformed, nameCharsMax } from '../core/unsupported.ts'
import type { ContactUpdate, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { parseContent } from './content.ts'
import { contextOf, isForwarded } from './context.ts'
import { isGuestMessage, messageId } from './message-id.ts'
import { migration } from './migration.ts'
import { calledOf, senderOf } from './people.ts'
import { globalId, type Scope } from './scope.ts'
import { directionOf, threadOf } from './thread.ts'

/**
 * A message of any chat. One that shares the sender's own number adds a contact update at `#contact`, one that says
 * where a group went adds a thread update at `#thread`.
 */
export function parseMessage(item: Json, scope: Scope): ParsedUpdate | ParsedUpdate[] {
  if (asId(asObject(item.chat)?.id) === undefined)
    return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no chat')
  const message = buildMessage(item, scope)
  const more = [ownNumber(item, message, scope), migration(item, message.at, scope)].filter(
    (update) => update !== undefined,
  )
  return more.length === 0 ? message : [message, ...more]
}

function buildMessage(item: Json, scope: Scope): MessageUpdate {
  const isGuest = isGuestMessage(item, scope)
  const thread = threadOf(item, isGuest)
  const direction = directionOf(item, thread, scope.account)
  const sender = senderOf(item)
  const { type, nativeType, content } = parseContent(item, calledOf(sender))
  const message: MessageUpdate = {
    kind: 'message',
    path: scope.path,
    account: scope.account,
    externalId: globalId(scope, messageId(item, isGuest)),
    thread,
    direction,
    source: direction === 'outbound' ? 'echo' : 'live',
    type,
    sender,
    content,
  }
  const at = toMilliseconds(item.date)
  const context = contextOf(item, scope)
  if (at !== undefined) message.at = at
  if (nativeType !== undefined) message.nativeType = cutText(nativeType, nameCharsMax)
  if (context !== undefined) message.context = context
  return message
}

/**
 * A shared contact is the sender's own number only where its user is the sender; somebody else's card, and one that
 * was handed on, says nothing about the sender.
 */
function ownNumber(item: Json, message: MessageUpdate, scope: Scope): ContactUpdate | undefined {
  const contact = asObject(item.contact)
  const phone = asId(contact?.phone_number)
  const userId = asId(contact?.user_id)
  if (phone === undefined || userId === undefined || userId !== asId(asObject(item.from)?.id))
    return undefined
  if (message.direction === 'outbound' || item.sender_chat !== undefined || isForwarded(item))
    return undefined
  const update: ContactUpdate = {
    kind: 'contact',
    path: `${scope.path}#contact`,
    account: scope.account,
    event: 'profile',
    contact: {
      ...message.sender,
      identities: [...message.sender.identities, { kind: 'phone', value: phone }],
    },
  }
  if (message.at !== undefined) update.at = message.at
  return update
}
