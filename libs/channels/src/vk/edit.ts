import { asId, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { malformed } from '../core/unsupported.ts'
import type { EditUpdate, ParsedUpdate } from '../core/update.ts'
import { parseContent } from './content.ts'
import { messageOf } from './message.ts'
import { messageId } from './message-id.ts'
import { directionOf, partyOf } from './people.ts'
import { eventKey, globalId, objectPath, type Scope } from './scope.ts'

/** A message as it is now, whoever of both sides edited it. */
export function parseEdit(object: Json, scope: Scope): ParsedUpdate {
  const message = messageOf(object)
  if (message === undefined || asId(message.peer_id) === undefined) {
    const place = { path: objectPath, account: scope.account, name: scope.event }
    return malformed(place, 'no message with a peer_id')
  }
  const target = globalId(scope, messageId(message))
  const { type, content } = parseContent(message)
  const update: EditUpdate = {
    kind: 'edit',
    path: objectPath,
    account: scope.account,
    target,
    externalId: `${target}@${asId(message.update_time) ?? eventKey(scope, message)}`,
    direction: directionOf(message, scope),
    actor: partyOf(message.from_id),
    type,
    content,
  }
  const at = toMilliseconds(message.update_time)
  if (at !== undefined) update.at = at
  return update
}
