import { asId, asObject, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { malformed } from '../core/unsupported.ts'
import type { EditUpdate, ParsedUpdate } from '../core/update.ts'
import { parseContent } from './content.ts'
import { isGuestMessage, messageId } from './message-id.ts'
import { calledOf, senderOf } from './people.ts'
import { globalId, type Scope, updateKey } from './scope.ts'
import { directionOf, threadOf } from './thread.ts'

/**
 * A message as it is now. Telegram also sends one for what nobody sees (a keyboard, a link preview, a bot's own
 * change), with the same content, and one for each step of a live location.
 */
export function parseEdit(item: Json, scope: Scope): ParsedUpdate {
  if (asId(asObject(item.chat)?.id) === undefined)
    return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no chat')
  const isGuest = isGuestMessage(item, scope)
  const target = globalId(scope, messageId(item, isGuest))
  const actor = senderOf(item)
  const { type, content } = parseContent(item, calledOf(actor))
  const update: EditUpdate = {
    kind: 'edit',
    path: scope.path,
    account: scope.account,
    target,
    externalId: `${target}@${asId(item.edit_date) ?? updateKey(scope, item)}`,
    direction: directionOf(item, threadOf(item, isGuest), scope.account),
    actor,
    type,
    content,
  }
  const at = toMilliseconds(item.edit_date)
  if (at !== undefined) update.at = at
  return update
}
