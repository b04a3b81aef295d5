import { asList, asObject } from '../core/access.ts'
import { accountOf } from './scope.ts'

/** The accounts a payload speaks of: the phone number of each change, or its WABA where it has none. */
export function accountKeys(payload: unknown): string[] {
  const root = asObject(payload)
  if (root === undefined) return []
  const keys = new Set<string>()
  if (root.entry === undefined) keys.add(accountOf({}, root))
  for (const rawEntry of asList(root.entry)) {
    const entry = asObject(rawEntry)
    if (entry === undefined) continue
    for (const change of asList(entry.changes)) keys.add(accountOf(entry, asObject(asObject(change)?.value)))
    if (asList(entry.changes).length === 0) keys.add(accountOf(entry, undefined))
  }
  keys.delete('')
  return [...keys]
}
