import { asId, asObject, asText } from '../core/access.ts'
import type { Party } from '../core/update.ts'

/** A user object as a party. The id is base64, as it is; each bot knows the person by another one. */
export function partyOf(raw: unknown): Party | undefined {
  const user = asObject(raw)
  const value = asId(user?.id)
  if (value === undefined) return undefined
  const party: Party = { identities: [{ kind: 'user_id', value }] }
  const name = asText(user?.name)
  if (name !== undefined) party.name = name
  return party
}

/** What a sentence calls a party. */
export function calledOf(party: Party): string {
  return party.name ?? 'Somebody'
}
