/**
 * The bytes behind a Content-Transfer-Encoding. What no base64 or quoted-printable text may hold is skipped or taken
 * as it stands, as mail programs do; an unknown encoding leaves the bytes as they are.
 */
export function decodeTransfer(body: Buffer, encoding: string | undefined): Buffer {
  switch (encoding?.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return decodeQuotedPrintable(body)
    default:
      return body
  }
}

const equals = 0x3d

function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte !== equals) {
      decoded[length++] = byte
      continue
    }
    const softBreak = softBreakLength(body, at + 1)
    const value = hexValue(body[at + 1]) * 16 + hexValue(body[at + 2])
    if (softBreak > 0) at += softBreak
    else if (Number.isNaN(value)) decoded[length++] = byte
    else {
      decoded[length++] = value
      at += 2
    }
  }
  return decoded.subarray(0, length)
}

/** An equals sign at a line's end takes the line break with it, and spaces that were added on the way. */
function softBreakLength(body: Buffer, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09) at += 1
  if (body[at] === 0x0d && body[at + 1] === 0x0a) return at + 2 - from
  return body[at] === 0x0a ? at + 1 - from : 0
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}
