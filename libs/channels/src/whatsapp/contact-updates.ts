import { asId, asObject, asText, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ContactUpdate, Identity, ParsedUpdate, Party, UnsupportedUpdate } from '../core/update.ts'
import { partyOf } from './contact-book.ts'
import { readPersonIds, toParty } from './identities.ts'
import type { Scope } from './scope.ts'

/** One item of `state_sync[]`: the address book of the Business app. An edited contact comes as `add`. */
export function parseStateSync(raw: unknown, path: string, scope: Scope): ParsedUpdate {
  const item = asObject(raw)
  const contact = asObject(item?.contact)
  if (item === undefined) return broken('state_sync', path, scope)
  if (item.type !== undefined && item.type !== 'contact') return unknown('type', item.type, path, scope)
  if (item.action !== 'add' && item.action !== 'remove') return unknown('event', item.action, path, scope)
  if (contact === undefined) return broken('state_sync', path, scope)
  const event = item.action === 'add' ? 'added' : 'removed'
  const name = asText(contact.full_name) ?? asText(contact.first_name)
  const ids = readPersonIds(contact.user_id, undefined, contact.parent_user_id, contact.username)
  const time = asObject(item.metadata)?.timestamp ?? item.timestamp
  return contactUpdate(path, scope, event, withPhone(toParty(ids, name), contact), item, time)
}

/** One item of `user_preferences[]`: a person stops or resumes marketing messages. */
export function parsePreference(raw: unknown, path: string, scope: Scope): ParsedUpdate {
  const item = asObject(raw)
  if (item === undefined) return broken('user_preferences', path, scope)
  const party = partyOf(scope.book, readPersonIds(item.user_id, item.wa_id, item.parent_user_id))
  return contactUpdate(path, scope, 'preferences', party, item, item.timestamp)
}

/** One item of `user_id_update[]`: a BSUID (and its parent's) replaced by another. */
export function parseUserIdUpdate(raw: unknown, path: string, scope: Scope): ParsedUpdate {
  const item = asObject(raw)
  const user = asObject(item?.user_id)
  const parent = asObject(item?.parent_user_id)
  if (item === undefined || (user === undefined && parent === undefined)) {
    return broken('user_id_update', path, scope)
  }
  const party = partyOf(scope.book, readPersonIds(user?.current, item.wa_id, parent?.current))
  const update = contactUpdate(path, scope, 'identity_changed', party, item, item.timestamp)
  const previous: Identity[] = []
  const oldUser = asId(user?.previous)
  const oldParent = asId(parent?.previous)
  if (oldUser !== undefined) previous.push({ kind: 'bsuid', value: oldUser })
  if (oldParent !== undefined) previous.push({ kind: 'parent_bsuid', value: oldParent })
  if (previous.length > 0) update.previous = previous
  return update
}

function contactUpdate(
  path: string,
  scope: Scope,
  event: ContactUpdate['event'],
  contact: Party,
  item: Json,
  time: unknown,
): ContactUpdate {
  const update: ContactUpdate = {
    kind: 'contact',
    path,
    account: scope.account,
    event,
    contact,
    data: toData(item),
  }
  const at = toMilliseconds(time)
  if (at !== undefined) update.at = at
  return update
}

/** A synced number is the person's wa_id when it is digits only; written otherwise it stays a phone as it came. */
function withPhone(party: Party, contact: Json): Party {
  const phone = asId(contact.phone_number)
  if (phone === undefined) return party
  const identity: Identity = { kind: /^\d+$/.test(phone) ? 'wa_id' : 'phone', value: phone }
  const others = party.identities.filter((other) => other.kind !== 'user_id')
  const [first, ...rest] = others
  const identities = first?.kind === 'bsuid' ? [first, identity, ...rest] : [identity, ...others]
  return { ...party, identities }
}

function broken(name: string, path: string, scope: Scope): UnsupportedUpdate {
  return malformed({ path, account: scope.account, name }, 'a part it needs is missing')
}

function unknown(what: 'type' | 'event', word: unknown, path: string, scope: Scope): UnsupportedUpdate {
  return unsupported({ path, account: scope.account, name: asText(word) ?? 'state_sync' }, what)
}
