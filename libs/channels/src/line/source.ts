import { asId, asObject } from '../core/access.ts'
import type { Party, Thread } from '../core/update.ts'

/** Stands for a person the payload names in no way. */
export const unknownParty: Party = { identities: [{ kind: 'user_id', value: 'unknown' }] }

/** A user id as a party. LINE sends no names. */
export function partyOf(userId: unknown): Party | undefined {
  const value = asId(userId)
  return value === undefined ? undefined : { identities: [{ kind: 'user_id', value }] }
}

/** Whose doing an event is. In groups and rooms the id is missing of people who did not agree to give it. */
export function senderOf(source: unknown): Party {
  return partyOf(asObject(source)?.userId) ?? unknownParty
}

/** The conversation an event belongs to: the group, else the room (a chat of several people), else the person. */
export function threadOf(source: unknown): Thread | undefined {
  const place = asObject(source)
  const group = asId(place?.groupId) ?? asId(place?.roomId)
  if (group !== undefined) return { kind: 'group', id: group }
  const peer = partyOf(place?.userId)
  return peer === undefined ? undefined : { kind: 'direct', peer }
}
