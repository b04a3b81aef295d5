import type { Binary, Document } from 'mongodb'
import { type CursorKind, encodeCursor, type Place } from './cursor.ts'

/** A stretch of a list that is sorted newest first: what lies before (older than) or after (newer than) a place. */
export type Window = { before?: Place | undefined; after?: Place | undefined; limit: number }

/** One query in a form that can be run and explained alike; its plan must use one of `indexes`. */
export type FindSpec = {
  indexes: readonly string[]
  filter: Document
  sort: Record<string, 1 | -1>
  limit: number
  projection?: Document
}

export type Page<Row> = { rows: Row[]; next: string | null; prev: string | null }

/** The condition that a row lies beyond the place: the range bounds the index, the rest decides within one instant. */
export function beyond(
  field: string,
  place: Place,
  direction: 'older' | 'newer',
): { range: Document; tie: Document } {
  const [strict, loose] = direction === 'older' ? ['$lt', '$lte'] : ['$gt', '$gte']
  return {
    range: { [loose]: place.at },
    tie: { $or: [{ [field]: { [strict]: place.at } }, { _id: { [strict]: place.id } }] },
  }
}

/** Adds the window to a filter. One row more than asked tells whether there is more. */
export function windowed(
  field: string,
  window: Window,
  base: { filter: Document; range?: Document; indexes: readonly string[]; projection?: Document },
): FindSpec {
  const newer = window.after !== undefined
  const place = window.after ?? window.before
  const { range, tie } = place === undefined ? {} : beyond(field, place, newer ? 'newer' : 'older')
  const bounds = { ...base.range, ...range }
  const order = newer ? 1 : -1
  return {
    indexes: base.indexes,
    filter: {
      ...base.filter,
      ...(Object.keys(bounds).length > 0 ? { [field]: bounds } : {}),
      ...tie,
    },
    sort: { [field]: order, _id: order },
    limit: window.limit + 1,
    ...(base.projection === undefined ? {} : { projection: base.projection }),
  }
}

/** The page that the rows found for a window make, newest first. */
export function toPage<Row extends { _id: Binary }>(
  kind: CursorKind,
  window: Window,
  found: readonly Row[],
  timeOf: (row: Row) => Date,
): Page<Row> {
  const rows = found.slice(0, window.limit)
  const more = found.length > window.limit
  if (window.after !== undefined) rows.reverse()
  const cursor = (row: Row): string => encodeCursor(kind, [{ at: timeOf(row), id: row._id }])
  const first = rows[0]
  const last = rows.at(-1)
  // What is newer than the newest may yet come, so `prev` stays; what is older than an `after` place is known to exist.
  const prev =
    first !== undefined
      ? cursor(first)
      : window.after !== undefined
        ? encodeCursor(kind, [window.after])
        : null
  const hasOlder = window.after !== undefined || more
  return { rows, prev, next: last !== undefined && hasOlder ? cursor(last) : null }
}
