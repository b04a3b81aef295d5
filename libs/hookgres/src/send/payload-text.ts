import { OmniError } from '@omnistream/common'

/** The value itself, or its JSON text where digits beyond those of a JavaScript number count (lessons #24). */
export type Payload = { payload: unknown } | { payloadJson: string }

/** jsonb keeps every digit of a number: one with a large exponent would become megabytes. */
const exponentMax = 400

/**
 * The JSON text that is stored. What jsonb refuses although it is JSON (NUL and lone surrogates in a string) becomes
 * U+FFFD, since one such character of a chat message must not keep it from being told (lessons #22).
 * @throws {OmniError} PAYLOAD_INVALID, PAYLOAD_TOO_LARGE
 */
export function payloadText(input: Payload, bytesMax: number): string {
  const text = 'payloadJson' in input ? checked(input.payloadJson) : stringified(input.payload)
  const bytes = Buffer.byteLength(text)
  if (bytes > bytesMax) {
    throw new OmniError('PAYLOAD_TOO_LARGE', `a payload of ${bytes} bytes is larger than ${bytesMax}`)
  }
  if (hasHugeNumber(text)) throw new OmniError('PAYLOAD_INVALID', 'a number of the payload is out of range')
  return storableJson(text)
}

function checked(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch (cause) {
    // The parser's own message quotes the text.
    throw new OmniError('PAYLOAD_INVALID', 'the payload is not JSON', {
      cause: cause instanceof Error ? cause.name : undefined,
    })
  }
}

function stringified(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new OmniError('PAYLOAD_INVALID', 'the payload cannot be written as JSON')
  return text
}

/** A pair of surrogates, one escape of four digits, or any other escape: so that `\\\\u0000` is not taken for a NUL. */
const escapes = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\./gi

function storableJson(text: string): string {
  const wellFormed = text.toWellFormed()
  if (!wellFormed.includes('\\u')) return wellFormed
  return wellFormed.replaceAll(escapes, (found: string, high?: string, _low?: string, unit?: string) => {
    if (high !== undefined || unit === undefined) return found
    const code = Number.parseInt(unit, 16)
    return code === 0 || (code >= 0xd800 && code <= 0xdfff) ? '\\ufffd' : found
  })
}

function hasHugeNumber(text: string): boolean {
  if (!/\d[eE][+-]?\d{3}/.test(text)) return false
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  return [...bare.matchAll(/\d[eE]([+-]?\d+)/g)].some(
    ([, exponent]) => Math.abs(Number(exponent)) > exponentMax,
  )
}
