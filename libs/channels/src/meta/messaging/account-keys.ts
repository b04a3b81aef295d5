import { asList, asObject } from '../../core/access.ts'
import { accountOf } from './scope.ts'

/** The accounts a payload speaks of: one for each entry. */
export function accountKeys(payload: unknown): string[] {
  const keys = new Set<string>()
  for (const raw of asList(asObject(payload)?.entry)) {
    const entry = asObject(raw)
    if (entry !== undefined) keys.add(accountOf(entry))
  }
  keys.delete('')
  return [...keys]
}
