import { asId } from '../core/access.ts'
import type { Identity, Party } from '../core/update.ts'

/** The names WhatsApp has for one person; each may be missing, but never all in a payload that can be answered. */
export type PersonIds = { bsuid?: string; waId?: string; parentBsuid?: string; username?: string }

/** Business-scoped user id: country, a dot, up to 128 letters and digits; `ENT.` marks the parent's. */
const bsuidPattern = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** Stands for a person the payload names in no way: the message must still be seen, in one thread an account. */
export const unknownPerson: Identity = { kind: 'user_id', value: 'unknown' }

/**
 * Reads a person's ids. "No phone" comes as an absent key, an empty string, or the BSUID put in the phone's place;
 * all three end alike.
 */
export function readPersonIds(
  user: unknown,
  phone: unknown,
  parent?: unknown,
  username?: unknown,
): PersonIds {
  const ids: PersonIds = {}
  const bsuid = asId(user)
  const waId = asId(phone)
  const parentBsuid = asId(parent)
  if (bsuid !== undefined) ids.bsuid = bsuid
  if (parentBsuid !== undefined) ids.parentBsuid = parentBsuid
  if (waId !== undefined) {
    const shape = waId.includes('.') ? bsuidPattern.exec(waId) : null
    if (shape === null) ids.waId = waId
    else if (shape[1] === undefined) ids.bsuid ??= waId
    else ids.parentBsuid ??= waId
  }
  const handle = asId(username)?.replace(/^@/, '')
  if (handle !== undefined && handle !== '') ids.username = handle
  return ids
}

/** Whether these ids name nobody. */
export function isNobody(ids: PersonIds): boolean {
  return (
    ids.bsuid === undefined &&
    ids.waId === undefined &&
    ids.parentBsuid === undefined &&
    ids.username === undefined
  )
}

/** The ids as identities, the strongest first: BSUID, wa_id, parent BSUID, username. */
export function toIdentities(ids: PersonIds): Identity[] {
  const identities: Identity[] = []
  if (ids.bsuid !== undefined) identities.push({ kind: 'bsuid', value: ids.bsuid })
  if (ids.waId !== undefined) identities.push({ kind: 'wa_id', value: ids.waId })
  if (ids.parentBsuid !== undefined) identities.push({ kind: 'parent_bsuid', value: ids.parentBsuid })
  if (ids.username !== undefined) identities.push({ kind: 'username', value: ids.username })
  return identities
}

/** A party of these ids; nobody becomes the unknown person. */
export function toParty(ids: PersonIds, name?: string): Party {
  const identities = toIdentities(ids)
  if (identities.length === 0) identities.push(unknownPerson)
  return name === undefined ? { identities } : { identities, name }
}
