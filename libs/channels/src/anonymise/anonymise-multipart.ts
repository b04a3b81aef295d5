import { codecFor } from './text-codec.ts'

type Part = { head: string; content: string; tail: string; name: string; filename: string | undefined }

/** The field of SendGrid's that says which charset each of the others is in. */
const charsetsField = 'charsets'

export type Multipart = { ok: true; body: Uint8Array } | { ok: false; reason: string }

/**
 * A `multipart/form-data` body with its texts replaced, each in the charset it came in. Parts that are files become
 * bytes of the same length that hold nothing.
 *
 * @param replace another text for that of a field.
 * @param rename another name for that of a file.
 */
export function anonymiseMultipart(
  body: Uint8Array,
  boundary: string,
  { replace, rename }: { replace(name: string, text: string): string; rename(filename: string): string },
): Multipart {
  // latin1 keeps each byte one character, so the frame is found and kept exactly.
  const pieces = Buffer.from(body).toString('latin1').split(`--${boundary}`)
  const parts = pieces.map(readPart)
  const charsets = charsetsOf(parts)
  const copies: string[] = []
  for (const [index, part] of parts.entries()) {
    if (part === undefined || part.name === charsetsField) {
      copies.push(pieces[index] ?? '')
      continue
    }
    if (part.filename !== undefined) {
      const head = part.head.replace(`filename="${part.filename}"`, `filename="${rename(part.filename)}"`)
      copies.push(head + '0'.repeat(part.content.length) + part.tail)
      continue
    }
    const bytes = Buffer.from(part.content, 'latin1')
    const codec = codecFor(charsets.get(part.name), bytes)
    const copy = codec.encode(replace(part.name, codec.decode(bytes)))
    if (copy === undefined) {
      return { ok: false, reason: `the charset of the field ${part.name} can be read but not be written` }
    }
    copies.push(part.head + Buffer.from(copy).toString('latin1') + part.tail)
  }
  return { ok: true, body: Buffer.from(copies.join(`--${boundary}`), 'latin1') }
}

function readPart(piece: string): Part | undefined {
  const end = piece.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = piece.slice(0, end + 4)
  const tail = piece.endsWith('\r\n') ? '\r\n' : ''
  const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? ''
  const filename = /\bfilename="([^"]*)"/i.exec(head)?.[1]
  return { head, content: piece.slice(end + 4, piece.length - tail.length), tail, name, filename }
}

function charsetsOf(parts: readonly (Part | undefined)[]): Map<string, string> {
  const field = parts.find((part) => part?.name === charsetsField)
  try {
    const named = Object.entries(JSON.parse(field?.content ?? '{}') as Record<string, unknown>)
    return new Map(named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}
