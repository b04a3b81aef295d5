import { cleanText } from './clean-text.ts'

/**
 * Storable names for the keys of one object, in order: a key with NUL or a lone surrogate is cleaned, and numbered
 * where a sibling already has that name, so that no value is lost.
 */
export function cleanKeys(keys: readonly string[]): readonly string[] {
  const clean = keys.map(cleanText)
  if (clean.every((name, index) => name === keys[index])) return keys
  const taken = new Set(keys)
  return clean.map((name, index) => {
    if (name === keys[index]) return name
    let free = name
    for (let count = 2; taken.has(free); count += 1) free = `${name}#${count}`
    taken.add(free)
    return free
  })
}
