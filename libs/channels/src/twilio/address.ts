import { asId, type Json } from '../core/access.ts'
import type { Identity, Party } from '../core/update.ts'
import { fieldId, fieldText } from './fields.ts'

/** An address as Twilio writes it, without its prefix: `whatsapp:+15550100042`, `messenger:4711`, `+15550100042`. */
export type Address = { medium: string; value: string }

const prefixed = /^([a-z][a-z0-9_-]*):(.+)$/s

/** WhatsApp's business-scoped user id: country, a dot, up to 128 letters and digits; `ENT.` marks the parent's. */
const bsuidPattern = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** Media whose addresses are phone numbers, short codes and names of senders. */
const phoneMedia = new Set(['', 'sms', 'whatsapp', 'rcs'])

/** Reads an address; '' is the medium of a plain phone number. */
export function addressOf(raw: string): Address {
  const [, medium, value] = prefixed.exec(raw) ?? []
  return medium === undefined || value === undefined ? { medium: '', value: raw } : { medium, value }
}

/** Stands for a person the payload names in no way: the message must still be seen. */
const unknownPerson: Identity = { kind: 'user_id', value: 'unknown' }

/**
 * The person an inbound webhook came from. WhatsApp names people by user id, phone, or both; the phone may be absent,
 * and the user id may stand in its place. Ids are kept as they came, without the medium's prefix.
 */
export function senderOf(form: Json): Party {
  const ids = [
    ...toIdentity('bsuid', whatsappId(form, 'ExternalUserId')),
    ...identitiesOf(fieldId(form, 'From')),
    ...toIdentity('wa_id', waIdOf(form)),
    ...toIdentity('parent_bsuid', whatsappId(form, 'ParentExternalUserId')),
    ...toIdentity('username', usernameOf(form)),
  ]
  const identities = ids.filter(
    (id, index) => ids.findIndex((other) => other.kind === id.kind && other.value === id.value) === index,
  )
  if (identities.length === 0) identities.push(unknownPerson)
  const name = fieldText(form, 'ProfileName')
  return name === undefined ? { identities } : { identities, name }
}

/** The person a status is about; undefined where it names none. */
export function recipientOf(form: Json): Party | undefined {
  const identities = identitiesOf(fieldId(form, 'To'))
  return identities.length === 0 ? undefined : { identities }
}

function identitiesOf(raw: string | undefined): Identity[] {
  if (raw === undefined) return []
  const { medium, value } = addressOf(raw)
  if (medium === 'messenger') return [{ kind: 'psid', value }]
  if (!phoneMedia.has(medium)) return [{ kind: 'user_id', value: raw }]
  const shape = medium === 'whatsapp' ? bsuidPattern.exec(value) : null
  if (shape === null) return [{ kind: 'phone', value }]
  return [{ kind: shape[1] === undefined ? 'bsuid' : 'parent_bsuid', value }]
}

function toIdentity(kind: Identity['kind'], value: string | undefined): Identity[] {
  return value === undefined ? [] : [{ kind, value }]
}

/** User ids come with the medium's prefix and without it. */
function whatsappId(form: Json, name: string): string | undefined {
  const id = fieldId(form, name)
  return id === undefined ? undefined : addressOf(id).value
}

function waIdOf(form: Json): string | undefined {
  const waId = fieldId(form, 'WaId')
  return waId === undefined || bsuidPattern.test(waId) ? undefined : waId
}

function usernameOf(form: Json): string | undefined {
  const name = fieldText(form, 'ProfileUsername') ?? fieldText(form, 'Username')
  return asId(name?.replace(/^@/, ''))
}
