import { asObject } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import type { AccountUpdate } from '../core/update.ts'
import type { Scope } from './scope.ts'

/**
 * Something about the account itself. Such items have no id, so `key` is made of entry, time, family and content:
 * a retry has the same one. Without a time two events would look alike, so there is no key then.
 */
export function accountUpdate(scope: Scope, path: string, event: string, value: unknown): AccountUpdate {
  const update: AccountUpdate = { kind: 'account', path, account: scope.account, event, data: toData(value) }
  const at = toMilliseconds(asObject(value)?.timestamp ?? scope.entryTime)
  if (at !== undefined) {
    update.at = at
    update.key = contentHash(scope.wabaId ?? '', scope.entryTime ?? '', event, value)
  }
  return update
}
