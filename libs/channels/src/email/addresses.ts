import { type Address, addressParser } from 'postal-mime'
import { asId, asList, asObject, asText } from '../core/access.ts'
import type { Identity, Party } from '../core/update.ts'

/** An address of a mail as it was written, and the name beside it. */
export type MailAddress = { address: string; name?: string }

/** More recipients than a person writes to; the stored bytes have the rest. */
const addressesMax = 200
/**
 * Where a field is cut before it is read, all of its texts together: a header may be megabytes, and the address parser
 * takes time with the square of the colons and quotes in one.
 */
const charsMax = 16_000

/** Stands for a sender the mail names in no way: the mail must still be seen. */
const unknownPerson: Identity = { kind: 'user_id', value: 'unknown' }

/**
 * The addresses of a field: a header's text, or a list of such texts or of objects with `address` or `email`. Groups
 * are flattened; what has no @ is no address.
 */
export function addressesOf(value: unknown): MailAddress[] {
  let left = charsMax
  const list = Array.isArray(value) ? value.slice(0, addressesMax).flat() : [value]
  const read = (one: unknown): MailAddress[] => {
    const object = asObject(one)
    if (object !== undefined) return toAddress(object.address ?? object.email, object.name)
    const text = asText(one)?.slice(0, left)
    if (text === undefined || text === '') return []
    left -= text.length
    const addresses: Address[] = addressParser(text, { flatten: true })
    return addresses.flatMap(({ address, name }) => toAddress(address, name))
  }
  return list.slice(0, addressesMax).flatMap(read).slice(0, addressesMax)
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
