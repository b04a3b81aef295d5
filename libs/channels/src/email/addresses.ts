import { type Address, addressParser } from 'postal-mime'
import { asId, asList, asObject, asText } from '../core/access.ts'
import type { Identity, Party } from '../core/update.ts'

/** An address of a mail as it was written, and the name beside it. */
export type MailAddress = { address: string; name?: string }

/** More recipients than a person writes to; the stored bytes have the rest. */
const addressesMax = 200
/** Where a list of addresses is cut before it is read: a header may be megabytes. */
const charsMax = 50_000

/** Stands for a sender the mail names in no way: the mail must still be seen. */
const unknownPerson: Identity = { kind: 'user_id', value: 'unknown' }

/**
 * The addresses of a field: a header's text, or a list of such texts or of objects with `address` or `email`. Groups
 * are flattened; what has no @ is no address.
 */
export function addressesOf(value: unknown): MailAddress[] {
  if (Array.isArray(value)) {
    const list = value.slice(0, addressesMax)
    return list.flatMap((one) => addressesOf(one)).slice(0, addressesMax)
  }
  const object = asObject(value)
  if (object !== undefined) return toAddress(object.address ?? object.email, object.name)
  const text = asText(value)
  if (text === undefined) return []
  return addressParser(text.slice(0, charsMax), { flatten: true })
    .flatMap((one: Address) => toAddress(one.address, one.name))
    .slice(0, addressesMax)
}

/**
 * The person behind an address. People and programs write one address now in capitals, now not, and every mail server
 * takes them for one: so it is kept in lower case, and `data` has it as it came.
 */
export function partyOf(from: MailAddress | undefined): Party {
  const value = asId(from?.address.toLowerCase())
  const identities = [value === undefined ? unknownPerson : ({ kind: 'email', value } satisfies Identity)]
  return from?.name === undefined ? { identities } : { identities, name: from.name }
}

/** The part of an address behind its last @, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function toAddress(rawAddress: unknown, rawName: unknown): MailAddress[] {
  const address = asId(rawAddress)?.trim()
  if (address === undefined || !/^\S+@[^\s@]+$/.test(address)) return []
  const name = asText(rawName)?.trim()
  return [name === undefined || name === '' ? { address } : { address, name }]
}

/** The envelope that a mail came in: who the servers say sent it, and for whom. */
export type Envelope = { from?: string; to: string[] }

/** Reads the field `envelope`, JSON in a string; an empty sender is a bounce's, and kept as ''. */
export function envelopeOf(value: unknown): Envelope {
  const object = asObject(typeof value === 'string' ? parseJson(value) : value)
  const to = object?.to
  const envelope: Envelope = {
    to: (Array.isArray(to) ? asList(to) : [to]).flatMap((one) => asId(one) ?? []).slice(0, addressesMax),
  }
  if (typeof object?.from === 'string') envelope.from = asId(object.from) ?? ''
  return envelope
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
