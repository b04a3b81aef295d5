import { asObject } from './access.ts'
import { tooDeep } from './bound-depth.ts'
import { cleanKeys } from './clean-keys.ts'
import { cleanText } from './clean-text.ts'

/** BSON stops at 100 levels; a message document has a few of its own around its data. */
const depthMax = 64

/**
 * A storable copy of a part of a payload: all keys and values as they came, text and keys cleaned of NUL and lone
 * surrogates, no `__proto__` key, at most 64 levels. A value that is no object comes back under `value`.
 */
export function toData(value: unknown): Record<string, unknown> {
  const object = asObject(value)
  return object === undefined ? { value: copy(value, depthMax) } : copyObject(object, depthMax)
}

function copy(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return tooDeep
  if (Array.isArray(value)) return value.map((item) => copy(item, levels - 1))
  return copyObject(value as Record<string, unknown>, levels)
}

function copyObject(object: Readonly<Record<string, unknown>>, levels: number): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  const keys = Object.keys(object)
  const names = cleanKeys(keys)
  for (const [index, key] of keys.entries()) {
    const name = names[index] ?? key
    if (name !== '__proto__') result[name] = copy(object[key], levels - 1)
  }
  return result
}
