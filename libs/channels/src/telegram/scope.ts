import { asId, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'

/** What everything of one update shares. */
export type Scope = {
  /** The bot id, from the callback's path; '' where that has none. */
  account: string
  /** The update's only field besides its id, such as `edited_message`. */
  family: string
  /** JSON pointer of that field. */
  path: string
  updateId?: string
}

/** Opens the scope of one field of an update. */
export function openScope(root: Json, family: string, account: string): Scope {
  const scope: Scope = { account, family, path: `/${family}` }
  const updateId = asId(root.update_id)
  if (updateId !== undefined) scope.updateId = updateId
  return scope
}

/** The global form of a native id. */
export function globalId(scope: Scope, nativeId: string): string {
  return `telegram:${scope.account}:${nativeId}`
}

/** The id of an update that is no message: `update_id` is the same for each retry, and so is its content. */
export function updateKey(scope: Scope, item: Json): string {
  return `update/${scope.updateId ?? contentHash(scope.family, item)}`
}
