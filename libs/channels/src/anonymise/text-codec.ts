import { TextDecoder } from 'node:util'

/** Reads and writes text in the charset that a part of a form is in. */
export type TextCodec = {
  decode(bytes: Uint8Array): string
  /** undefined where the charset has no byte for a letter, or is one of several bytes a letter that is not UTF-8. */
  encode(text: string): Uint8Array | undefined
}

const utf8: TextCodec = {
  decode: (bytes) => Buffer.from(bytes).toString('utf8'),
  encode: (text) => new TextEncoder().encode(text),
}

/**
 * @param label as the form names it; unknown and absent ones are UTF-8 where the bytes can be, else windows-1252,
 * which has a letter for each byte.
 */
export function codecFor(label: string | undefined, bytes: Uint8Array): TextCodec {
  const decoder = decoderFor(label) ?? new TextDecoder('utf-8')
  if (decoder.encoding !== 'utf-8') return singleByte(decoder)
  return isUtf8(bytes) ? utf8 : singleByte(new TextDecoder('windows-1252'))
}

function decoderFor(label = 'utf-8'): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The platform only decodes, so the bytes are found by decoding each. */
function singleByte(decoder: TextDecoder): TextCodec {
  const byteOf = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = decoder.decode(Uint8Array.of(byte))
    if (letter.length === 1 && letter !== '�') byteOf.set(letter, byte)
  }
  return {
    decode: (bytes) => decoder.decode(bytes),
    encode(text) {
      const bytes = Array.from(text, (letter) => byteOf.get(letter))
      return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : undefined
    },
  }
}
