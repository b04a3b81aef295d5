import { createHash } from 'node:crypto'
import { toData } from './to-data.ts'

/**
 * `sha256:<hex>` over values in order, whatever the order of their keys: the stand-in id of an item that came
 * without one, so that a retry of the same item is still recognised.
 */
export function contentHash(...values: readonly unknown[]): string {
  const hash = createHash('sha256')
  for (const value of values) hash.update(JSON.stringify(sortKeys(toData(value)))).update('\n')
  return `sha256:${hash.digest('hex')}`
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, child]) => [key, sortKeys(child)])
}
