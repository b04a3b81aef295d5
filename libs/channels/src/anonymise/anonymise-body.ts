import { anonymiseJson } from './anonymise-json.ts'
import { anonymiseMail, isMail } from './anonymise-mail.ts'
import { anonymiseMultipart } from './anonymise-multipart.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import { isStructural } from './structure.ts'

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

export type Anonymised = { ok: true; body: Uint8Array } | { ok: false; reason: string }

/**
 * The bytes of a stored webhook with people, numbers and texts replaced; what a parser steers by stays. JSON, forms and
 * multipart, told apart by the content type.
 */
export function anonymiseBody(body: Uint8Array, contentType: string, pseudonyms: Pseudonyms): Anonymised {
  const boundary = /^multipart\/form-data\b.*\bboundary="?([^";]+)/i.exec(contentType)?.[1]
  if (boundary !== undefined) {
    return anonymiseMultipart(body, boundary, {
      replace: (name, text) => field(name, text, pseudonyms),
      rename: (filename) => pseudonyms.text(filename),
    })
  }
  const text = decoder.decode(body)
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return { ok: true, body: form(text, pseudonyms) }
  try {
    JSON.parse(text)
  } catch {
    return { ok: false, reason: 'the body is neither JSON nor a form: it cannot be anonymised' }
  }
  return { ok: true, body: encoder.encode(anonymiseJson(text, pseudonyms)) }
}

function form(text: string, pseudonyms: Pseudonyms): Uint8Array {
  const values = [...new URLSearchParams(text)].map(([name, value]): [string, string] => [
    name,
    field(name, value, pseudonyms),
  ])
  return encoder.encode(new URLSearchParams(values).toString())
}

function field(name: string, value: string, pseudonyms: Pseudonyms): string {
  if (isStructural(name, value)) return value
  if (isMail(name, value)) return anonymiseMail(value, pseudonyms)
  try {
    if (/^\s*[{[]/.test(value) && JSON.parse(value)) return anonymiseJson(value, pseudonyms)
  } catch {
    // A text that only begins like JSON is a text.
  }
  return pseudonyms.text(value)
}
