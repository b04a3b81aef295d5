import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventMessage } from './event-message.ts'
import { isGuestMessage, messageId } from './message-id.ts'
import { partyOf } from './people.ts'
import { globalId, type Scope, updateKey } from './scope.ts'
import { threadOf } from './thread.ts'

/**
 * A press of a button below a message. Its words are looked up on the message, which has them unless it is too old.
 * The message's `date` is not when the button was pressed, and nothing says when that was. A button below an inline
 * message is pressed in a chat that is not named.
 */
export function parseCallbackQuery(item: Json, scope: Scope): ParsedUpdate {
  const sender = partyOf(item.from)
  if (sender === undefined)
    return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no sender')
  const message = asObject(item.message)
  const hasChat = message !== undefined && asId(asObject(message.chat)?.id) !== undefined
  const isGuest = hasChat && isGuestMessage(message, scope)
  const { message: _whole, from: _from, ...press } = item
  const update = eventMessage(press, scope, {
    type: 'button',
    thread: hasChat ? threadOf({ ...message, from: item.from }, isGuest) : { kind: 'direct', peer: sender },
    sender,
    text: labelOf(item, message) ?? asText(item.data) ?? asText(item.game_short_name) ?? '',
    id: asId(item.id) === undefined ? updateKey(scope, item) : `callback/${asId(item.id)}`,
    event: 'callback_query',
  })
  if (hasChat) update.context = { externalId: globalId(scope, messageId(message, isGuest)) }
  return update
}

/** The words on the button that has this data. */
function labelOf(query: Json, message: Json | undefined): string | undefined {
  const rows = asList(asObject(message?.reply_markup)?.inline_keyboard)
  for (const button of rows.flatMap(asList).map(asObject)) {
    const isPressed =
      query.data === undefined ? button?.callback_game !== undefined : button?.callback_data === query.data
    if (button !== undefined && isPressed) return asText(button.text)
  }
  return undefined
}
