import type { Pseudonyms } from './pseudonyms.ts'
import { isStructural } from './structure.ts'

/** RFC 5322: a name, a colon, and the value with the lines it is folded over. */
const headerField = /^([A-Za-z][A-Za-z0-9-]*):([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/gm

/** What tells how the mail is built, not who wrote it. */
const buildFields = new Set(
  'date content-type mime-version content-transfer-encoding auto-submitted precedence x-auto-response-suppress'.split(
    ' ',
  ),
)

/**
 * A mail's header lines, or a whole mail, with people and texts replaced. How it is built stays: names of fields, dates,
 * media types, the lines that part its parts.
 */
export function anonymiseMail(mail: string, pseudonyms: Pseudonyms): string {
  const boundaries = new Set(Array.from(mail.matchAll(/boundary="?([^";\s]+)/gi), ([, name]) => name))
  let copy = ''
  let done = 0
  for (const field of mail.matchAll(headerField)) {
    const [whole, name = '', value = ''] = field
    copy += plain(mail.slice(done, field.index), boundaries, pseudonyms)
    copy += `${name}:${fieldValue(name, value, pseudonyms)}`
    done = field.index + whole.length
  }
  return copy + plain(mail.slice(done), boundaries, pseudonyms)
}

function fieldValue(name: string, value: string, pseudonyms: Pseudonyms): string {
  const field = name.toLowerCase()
  if (buildFields.has(field) || isStructural(field, value.trim())) {
    return value.replace(/\bname="[^"]*"/gi, (named) => `name="${pseudonyms.text(named.slice(6, -1))}"`)
  }
  // The time of a hop stands behind its last semicolon.
  const cut = field === 'received' ? value.lastIndexOf(';') : -1
  return cut === -1 ? pseudonyms.text(value) : pseudonyms.text(value.slice(0, cut)) + value.slice(cut)
}

function plain(text: string, boundaries: ReadonlySet<string | undefined>, pseudonyms: Pseudonyms): string {
  return text
    .split('\n')
    .map((line) => (boundaries.has(line.trim().replace(/^--|--$/g, '')) ? line : pseudonyms.text(line)))
    .join('\n')
}

/** Fields of an inbound mail that hold header lines, or all of it. */
export const isMail = (key: string | undefined, text: string): boolean =>
  (key === 'headers' || key === 'email') && /^[A-Za-z][A-Za-z0-9-]*:/.test(text)
