import { decodeText } from './charset.ts'
import { type Headers, parseHeaders } from './headers.ts'

/** One part of a multipart body; `body` is a view of the bytes it was cut from. */
export type Part = { headers: Headers; body: Buffer }

/** `closed` tells whether the end was there: without it the body was cut on its way. */
export type Parts = { parts: Part[]; closed: boolean }

/** Far more than a mail has attachments; a body of nothing but delimiters must not become a million objects. */
const partsMax = 1000

/**
 * Cuts a multipart body (RFC 2046) at its delimiter lines; what stands before the first and behind the last is not
 * looked at. Lines may end with CRLF, as they must, or with a bare LF.
 */
export function splitParts(bytes: Buffer, boundary: string): Parts {
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: Part[] = []
  let start: number | undefined
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const after = at + delimiter.length
    const last = bytes[after] === 0x2d && bytes[after + 1] === 0x2d
    const next = lineEnd(bytes, last ? after + 2 : after)
    if (!atLineStart(bytes, at) || next === undefined) continue
    if (start !== undefined) parts.push(readPart(bytes.subarray(start, Math.max(start, bodyEnd(bytes, at)))))
    if (last) return { parts, closed: true }
    if (parts.length === partsMax) return { parts, closed: false }
    start = next
  }
  if (start !== undefined) parts.push(readPart(bytes.subarray(start)))
  return { parts, closed: false }
}

/** A part, or a whole message: header lines, an empty line, the body. */
export function readPart(bytes: Buffer): Part {
  if (bytes[0] === 0x0a) return { headers: [], body: bytes.subarray(1) }
  if (bytes[0] === 0x0d && bytes[1] === 0x0a) return { headers: [], body: bytes.subarray(2) }
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  const useLf = lf !== -1 && (crlf === -1 || lf < crlf)
  const end = useLf ? lf : crlf
  const block = end === -1 ? bytes : bytes.subarray(0, end)
  const headers = parseHeaders(decodeText(block, undefined))
  return { headers, body: end === -1 ? bytes.subarray(bytes.length) : bytes.subarray(end + (useLf ? 2 : 4)) }
}

function atLineStart(bytes: Buffer, at: number): boolean {
  return at === 0 || bytes[at - 1] === 0x0a
}

/** The line break before a delimiter is the delimiter's own. */
function bodyEnd(bytes: Buffer, at: number): number {
  return at >= 2 && bytes[at - 2] === 0x0d ? at - 2 : at - 1
}

/** Where the line behind a delimiter begins; undefined where more than spaces follow, so it is none. */
function lineEnd(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1
  if (at >= bytes.length) return at
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2
  return bytes[at] === 0x0a ? at + 1 : undefined
}
