import { asId, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { conversationMessageId, messageId } from './message-id.ts'
import { partyOf } from './people.ts'
import { globalId, objectPath, type Scope } from './scope.ts'

/**
 * Somebody read the conversation up to a message of ours. No time is given, so only that message is marked. Without
 * its number in the conversation nothing says which message it is here.
 */
export function parseRead(object: Json, scope: Scope): ParsedUpdate {
  const base = { path: objectPath, account: scope.account }
  if (asId(object.peer_id) === undefined) return malformed({ ...base, name: scope.event }, 'no peer_id')
  if (conversationMessageId(object) === undefined)
    return { kind: 'ignored', ...base, reason: 'read without a conversation_message_id' }
  return {
    kind: 'status',
    ...base,
    target: globalId(scope, messageId(object)),
    status: 'read',
    recipient: partyOf(object.from_id),
  }
}
