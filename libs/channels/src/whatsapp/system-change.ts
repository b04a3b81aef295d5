import { asId, asObject, asText, type Json } from '../core/access.ts'
import type { ContactUpdate, Identity } from '../core/update.ts'
import { type PersonIds, readPersonIds, toIdentities, toParty } from './identities.ts'
import type { MessageFrame } from './message.ts'
import type { Scope } from './scope.ts'
import { systemData } from './system-data.ts'

const changingTypes = new Set([
  'user_changed_number',
  'customer_changed_number',
  'user_changed_user_id',
  'customer_identity_changed',
])

/**
 * The change of identity a system message tells of, as a contact update of its own at `<path>#contact`. `from` is
 * the person's OLD number; `system` has the new ones. A changed security code changes no id, so it has no
 * `previous`.
 */
export function identityChange(frame: MessageFrame, scope: Scope): ContactUpdate | undefined {
  const { item } = frame
  const system = asObject(item.system)
  const type = asText(system?.type)
  if (system === undefined || type === undefined || !changingTypes.has(type)) return undefined
  const before = idsBefore(item, system)
  const after = { ...before, ...idsAfter(system) }
  const update: ContactUpdate = {
    kind: 'contact',
    path: `${frame.path}#contact`,
    account: scope.account,
    event: 'identity_changed',
    contact: toParty(after),
    data: systemData(item, system),
  }
  if (frame.at !== undefined) update.at = frame.at
  const previous = replaced(before, after)
  if (previous.length > 0) update.previous = previous
  return update
}

function idsBefore(item: Json, system: Json): PersonIds {
  return readPersonIds(item.from_user_id, asId(item.from) ?? system.customer, item.from_parent_user_id)
}

function idsAfter(system: Json): PersonIds {
  const phone = asId(system.wa_id) ?? asId(system.new_wa_id)
  return readPersonIds(system.user_id, phone, system.parent_user_id)
}

/** The identities that were true before and are no longer. */
function replaced(before: PersonIds, after: PersonIds): Identity[] {
  const now = new Set(toIdentities(after).map((identity) => `${identity.kind}:${identity.value}`))
  return toIdentities(before).filter((identity) => !now.has(`${identity.kind}:${identity.value}`))
}
