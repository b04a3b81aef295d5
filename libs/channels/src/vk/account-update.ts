import type { Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import type { AccountUpdate } from '../core/update.ts'
import { eventKey, objectPath, type Scope } from './scope.ts'

/** What happens in the community and in no conversation: comments, posts, likes, settings. */
export function parseAccountUpdate(object: Json, scope: Scope): AccountUpdate {
  const update: AccountUpdate = {
    kind: 'account',
    path: objectPath,
    account: scope.account,
    event: scope.event,
    key: eventKey(scope, object),
    data: toData(object),
  }
  const at = toMilliseconds(object.date)
  if (at !== undefined) update.at = at
  return update
}
