import { contentHash } from '../../core/content-hash.ts'
import { toMilliseconds } from '../../core/timestamp.ts'
import { toData } from '../../core/to-data.ts'
import type { AccountUpdate } from '../../core/update.ts'
import type { MessagingScope } from './scope.ts'

/**
 * Something about the account itself. Such events have no id, so `key` is made of entry time, event and content: a
 * retry has the same one. Without a time two events would look alike, so there is no key then.
 */
export function accountEvent(
  scope: MessagingScope,
  path: string,
  event: string,
  value: unknown,
  time: unknown = scope.entryTime,
): AccountUpdate {
  const update: AccountUpdate = { kind: 'account', path, account: scope.account, event, data: toData(value) }
  const at = toMilliseconds(time)
  if (at !== undefined) {
    update.at = at
    update.key = contentHash(scope.account, time, event, value)
  }
  return update
}
