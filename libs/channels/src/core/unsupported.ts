import { createHash } from 'node:crypto'
import { cutText } from './clean-text.ts'
import type { UnsupportedUpdate } from './update.ts'

/** Where an item stands, and the word it is known by: a field, type or event as the provider wrote it. */
export type ItemPlace = { path: string; account: string; name: string }

/** Names end in drift records and metrics: they are words, not bodies. */
export const nameCharsMax = 100
const errorCharsMax = 200
/** A pointer holds the payload's own keys, and stands in drift records and events, which are short. */
export const pathCharsMax = 1000

/** The update of an item this parser has no other words for. `error` is free of the item's content. */
export function unsupported(
  place: ItemPlace,
  what: UnsupportedUpdate['what'],
  error?: string,
): UnsupportedUpdate {
  const update: UnsupportedUpdate = {
    kind: 'unsupported',
    path: shortPath(place.path),
    account: place.account,
    what,
    name: cutText(place.name, nameCharsMax),
  }
  if (error !== undefined) update.error = cutText(error, errorCharsMax)
  return update
}

/** The update of an item that cannot be read. */
export function malformed(place: ItemPlace, error: string): UnsupportedUpdate {
  return unsupported(place, 'malformed', error)
}

/** One that is cut still tells items of a payload apart. */
function shortPath(path: string): string {
  if (path.length <= pathCharsMax) return path
  const hash = createHash('sha256').update(path).digest('hex')
  return `${cutText(path, pathCharsMax / 2)}…${hash}`
}
