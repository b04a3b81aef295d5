import { asList, asObject, asText, type Json, own } from '../core/access.ts'
import { type Headers, parseHeaders } from './mime/headers.ts'

/** A field as text; the first where it came as a list. */
export function fieldText(mail: Json, name: string): string | undefined {
  const value = own(mail, name)
  return asText(Array.isArray(value) ? value[0] : value)
}

/** The mail's own headers: the block as text, an object of names, or a list of names and values. */
export function headersOf(mail: Json): Headers {
  const raw = own(mail, 'headers')
  if (typeof raw === 'string') return parseHeaders(raw)
  if (Array.isArray(raw)) return raw.flatMap(listedHeader)
  return Object.entries(asObject(raw) ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? asList(value) : [value]).flatMap((one) => toHeader(name, one)),
  )
}

function listedHeader(raw: unknown): Headers {
  const header = asObject(raw)
  return header === undefined ? [] : toHeader(asText(header.name ?? header.key), header.value)
}

function toHeader(name: string | undefined, value: unknown): Headers {
  const text = asText(value)
  return name === undefined || text === undefined ? [] : [[name.toLowerCase(), text]]
}
