import { boundDepth } from './bound-depth.ts'
import type { Payload } from './channel.ts'

/** Deeper than any provider nests and far below what a recursive reader downstream can bear. */
const depthMax = 256

/** A number that might lose digits: 16 or more of them, or an exponent of three. Digits inside a text may match too. */
const suspectNumber = /(?:^|[:,[\s])-?(?:\d[\d.]{15,}|\d[\d.]*[eE][+-]?\d{3})/

/** The tokens that matter for quoting: whole string literals (to step over them) and numbers. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const decoder = new TextDecoder('utf-8')

/**
 * Reads a JSON body without losing a digit: a number that a double cannot hold becomes a string of its source text.
 * Invalid UTF-8 is replaced (in this copy only), a byte order mark skipped, nesting cut at 256 levels. Never throws.
 */
export function readJson(body: Uint8Array): Payload {
  try {
    const text = decoder.decode(body)
    let value: unknown = JSON.parse(text)
    // The first parse has proved the syntax, so quoting numbers cannot make invalid JSON pass.
    if (suspectNumber.test(text)) value = JSON.parse(text.replace(stringOrNumber, quoteIfLossy))
    // Each level costs two characters, so a short body cannot be too deep.
    return { ok: true, value: text.length < 2 * depthMax ? value : boundDepth(value, depthMax) }
  } catch (error) {
    return { ok: false, error: describe(error, body.length) }
  }
}

function quoteIfLossy(token: string): string {
  return token.startsWith('"') || keepsDigits(token) ? token : `"${token}"`
}

/** Whether the double made of this number still has every digit that was written. */
function keepsDigits(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value)) return false
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value)
  return significantDigits(source) === significantDigits(String(value))
}

/** The digits of a decimal number without sign, point, exponent and zeros at either end. */
function significantDigits(decimal: string): string {
  return decimal
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
}

/** V8 quotes the text around a syntax error; a body must not travel in an error, so only the position is kept. */
function describe(error: unknown, bytes: number): string {
  if (bytes === 0) return 'the body is empty'
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return position === undefined
    ? 'the body is not JSON'
    : `the body is not JSON: syntax error at position ${position}`
}
