import { asId, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { DeleteUpdate, ParsedUpdate } from '../core/update.ts'
import { messageId } from './message-id.ts'
import { unknownParty } from './people.ts'
import { globalId, type Scope } from './scope.ts'

/**
 * Messages that were deleted from a business account, by either side: the update says neither who nor when. Other
 * chats never tell of deletions.
 */
export function parseDeletion(item: Json, scope: Scope): ParsedUpdate | ParsedUpdate[] {
  const path = `${scope.path}/message_ids`
  const place = { path, account: scope.account, name: scope.family }
  const { message_ids: ids } = item
  if (!Array.isArray(ids)) return malformed(place, 'message_ids is not an array')
  if (ids.length === 0) return { kind: 'ignored', path, account: scope.account, reason: 'empty' }
  return ids.map((raw: unknown, index) => {
    const id = asId(raw)
    const at = `${path}/${index}`
    return id === undefined
      ? malformed({ ...place, path: at }, 'no message id')
      : deletionOf(globalId(scope, messageId({ ...item, message_id: id }, false)), at, scope)
  })
}

function deletionOf(target: string, path: string, scope: Scope): DeleteUpdate {
  return {
    kind: 'delete',
    path,
    account: scope.account,
    target,
    externalId: `${target}/deleted`,
    direction: 'inbound',
    actor: unknownParty,
  }
}
