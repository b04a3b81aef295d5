import { isDeepStrictEqual } from 'node:util'
import type { Document } from 'mongodb'
import type { IndexSpec } from './indexes.ts'

/** An index as `listIndexes` tells it. */
export type StoredIndex = Document & { name: string; key: Record<string, unknown> }

export type IndexVerdict =
  | { kind: 'same' }
  | { kind: 'missing' }
  | { kind: 'ttl'; stored: StoredIndex }
  | { kind: 'differs'; stored: StoredIndex; detail: string }

export const isTextKey = (key: Record<string, unknown>): boolean => Object.values(key).includes('text')

/** Compares one definition with what the collection has. An index is known by its keys, whatever it is called. */
export function compareIndex(spec: IndexSpec, stored: readonly StoredIndex[]): IndexVerdict {
  const match =
    stored.find((index) => sameKeys(spec, index)) ?? stored.find((index) => takesPlace(spec, index))
  if (!match) return { kind: 'missing' }
  const differences = differencesOf(spec, match)
  if (differences.length > 0) return { kind: 'differs', stored: match, detail: differences.join('; ') }
  if (spec.expireAfterSeconds === ttlOf(match)) return { kind: 'same' }
  const bothTtl = spec.expireAfterSeconds !== undefined && ttlOf(match) !== undefined
  return bothTtl
    ? { kind: 'ttl', stored: match }
    : {
        kind: 'differs',
        stored: match,
        detail: `expires after ${ttlOf(match) ?? 'never'}, wanted ${spec.expireAfterSeconds ?? 'never'}`,
      }
}

const ttlOf = (index: StoredIndex): number | undefined =>
  index.expireAfterSeconds === undefined ? undefined : Number(index.expireAfterSeconds)

function sameKeys(spec: IndexSpec, index: StoredIndex): boolean {
  if (isTextKey(spec.key))
    return isTextIndex(index) && isDeepStrictEqual(textFields(index), Object.keys(spec.key).toSorted())
  const entries = Object.entries(index.key).map(([field, order]) => [field, Number(order)])
  return isDeepStrictEqual(entries, Object.entries(spec.key))
}

/** A collection holds one text index, and a name serves once: the wrong one must go first. */
const takesPlace = (spec: IndexSpec, index: StoredIndex): boolean =>
  index.name === spec.name || (isTextKey(spec.key) && isTextIndex(index))

const isTextIndex = (index: StoredIndex): boolean => '_fts' in index.key || isTextKey(index.key)

/** MongoDB lists a text index as `{_fts, _ftsx}` with `weights`, around the fields that stand before and after. */
function textFields(index: StoredIndex): string[] {
  const fields = new Set([...Object.keys(index.weights ?? {}), ...Object.keys(index.key)])
  return [...fields].filter((field) => !field.startsWith('_fts')).toSorted()
}

function differencesOf(spec: IndexSpec, index: StoredIndex): string[] {
  const differences: string[] = []
  const compare = (what: string, wanted: unknown, found: unknown): void => {
    if (!isDeepStrictEqual(wanted, found))
      differences.push(`${what} is ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`)
  }
  if (!sameKeys(spec, index)) compare('key', spec.key, index.key)
  compare('unique', spec.unique ?? false, index.unique ?? false)
  compare('sparse', spec.sparse ?? false, index.sparse ?? false)
  compare(
    'partialFilterExpression',
    spec.partialFilterExpression ?? null,
    index.partialFilterExpression ?? null,
  )
  if (isTextKey(spec.key)) {
    // The servers' defaults where an index was made without them.
    compare('language_override', spec.language_override ?? 'language', index.language_override ?? 'language')
    compare('default_language', spec.default_language ?? 'english', index.default_language ?? 'english')
  }
  return differences
}
