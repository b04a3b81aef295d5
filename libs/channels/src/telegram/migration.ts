import { asId, asObject, type Json } from '../core/access.ts'
import type { ThreadUpdate } from '../core/update.ts'
import type { Scope } from './scope.ts'

/**
 * A group that became a supergroup has another id from then on. Both chats say so, the old one where it went and
 * the new one where it came from: the same update twice.
 */
export function migration(item: Json, at: number | undefined, scope: Scope): ThreadUpdate | undefined {
  const here = asId(asObject(item.chat)?.id)
  const from = asId(item.migrate_from_chat_id) ?? here
  const to = asId(item.migrate_to_chat_id) ?? here
  if (from === undefined || to === undefined || from === to) return undefined
  const update: ThreadUpdate = {
    kind: 'thread',
    path: `${scope.path}#thread`,
    account: scope.account,
    event: 'migrated',
    from,
    to,
  }
  if (at !== undefined) update.at = at
  return update
}
