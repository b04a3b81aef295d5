import { type ItemPlace, malformed } from './unsupported.ts'
import type { ParsedUpdate } from './update.ts'

/**
 * Runs one item's parser and adds what it returns. If it throws, the item alone becomes `unsupported` and its
 * neighbours are untouched: nothing of it is added half.
 */
export function guardItem(
  updates: ParsedUpdate[],
  place: ItemPlace,
  parseItem: () => ParsedUpdate | ParsedUpdate[],
): void {
  try {
    const parsed = parseItem()
    if (!Array.isArray(parsed)) updates.push(parsed)
    else for (const update of parsed) updates.push(update)
  } catch (error) {
    updates.push(malformed(place, error instanceof Error ? error.message : 'unknown error'))
  }
}
