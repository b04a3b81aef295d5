import { createHash } from 'node:crypto'
import { cleanText } from './clean-text.ts'

/** Provider JSON that is known to be an object and nothing more. */
export type Json = Readonly<Record<string, unknown>>

/** No real id comes near this; a longer one could not be held by a database index. */
const idCharsMax = 512

/** The value as an object, or undefined. Arrays are no objects here. */
export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** The value as an array; everything else is an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** An own property under a key that came with the payload (`toString`, `__proto__` … must not reach the prototype). */
export function own(object: Json, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * An opaque id: strings as they are, numbers by their digits, everything else and '' undefined.
 * What no database would hold is made storable: NUL and lone surrogates are cleaned, an absurd length is hashed.
 */
export function asId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const id = cleanText(value)
  if (id.length > idCharsMax) return `sha256:${createHash('sha256').update(id).digest('hex')}`
  return id === '' ? undefined : id
}

/** Text for people, cleaned; numbers by their digits, everything else and '' undefined. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const text = cleanText(value)
  return text === '' ? undefined : text
}

/** A finite number, also one written as a decimal string. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value)) return undefined
  return Number(value)
}

/** Only a real boolean counts. */
export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
