import type { Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import type { AccountUpdate } from '../core/update.ts'
import { type Scope, updateKey } from './scope.ts'

/** What concerns the bot and no conversation: its business connections, its managed bots, the state of its polls. */
export function parseAccountUpdate(item: Json, scope: Scope): AccountUpdate {
  const update: AccountUpdate = {
    kind: 'account',
    path: scope.path,
    account: scope.account,
    event: scope.family,
    key: updateKey(scope, item),
    data: toData(item),
  }
  const at = toMilliseconds(item.date)
  if (at !== undefined) update.at = at
  return update
}
