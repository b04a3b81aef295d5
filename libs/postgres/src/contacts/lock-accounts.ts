import type { Queryable } from '../pool.ts'
import { lockSlots } from './contact-statements.ts'

/** Keys share a bounded number of locks, so that a batch of many new people cannot fill the server's lock table. */
const slotCount = 1_024
const mergeLockClass = 706_302

/** Merges and undone merges of one account follow each other, until the transaction ends. */
export const lockAccounts = (db: Queryable, accountIds: readonly string[]): Promise<void> =>
  lockSlots(db, mergeLockClass, slotsOf(accountIds))

/** The slots of some keys in the order in which everybody takes them. */
export const slotsOf = (keys: readonly string[]): number[] =>
  [...new Set(keys.map(slotOf))].sort((a, b) => a - b)

/** FNV-1a: all that is asked of it is that equal keys get equal slots. */
const slotOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % slotCount
}
