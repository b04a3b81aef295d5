import { asId, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { conversationMessageId, messageId } from './message-id.ts'
import { partyOf, threadOf } from './people.ts'
import { eventKey, globalId, objectPath, type Scope } from './scope.ts'

/** The pictures whose numbers are publicly known; the others are shown by their number. */
const emojis = new Map([
  ['1', '❤️'],
  ['4', '👍'],
])

/** Somebody's one reaction to a message; without `reaction_id` it is taken back. No time is given. */
export function parseReaction(object: Json, scope: Scope): ParsedUpdate {
  if (asId(object.peer_id) === undefined || conversationMessageId(object) === undefined) {
    const place = { path: objectPath, account: scope.account, name: scope.event }
    return malformed(place, 'no peer_id or cmid')
  }
  const id = asId(object.reaction_id)
  const isOurs = scope.account !== '' && asId(object.reacted_id) === `-${scope.account}`
  return {
    kind: 'reaction',
    path: objectPath,
    account: scope.account,
    target: globalId(scope, messageId(object)),
    externalId: globalId(scope, eventKey(scope, object)),
    direction: isOurs ? 'outbound' : 'inbound',
    actor: partyOf(object.reacted_id),
    thread: threadOf(object.peer_id),
    emoji: id === undefined || id === '0' ? null : (emojis.get(id) ?? `reaction:${id}`),
  }
}
