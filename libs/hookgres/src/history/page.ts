import { type Place, readCursor, writeCursor } from './cursor.ts'

/** `next` is the cursor of the following page of the same question, null after the last. */
export type Page<Item> = { ok: true; items: Item[]; next: string | null }
export type PageOutcome<Item> = Page<Item> | { ok: false; reason: 'bad_cursor' }

export type PageInput = {
  /** 50 where left out, at most 200. */
  limit?: number | undefined
  cursor?: string | undefined
}

const limitDefault = 50
const limitMax = 200

/**
 * A page, newest first. `read` gets where the page before ended and how many rows to read: one more than is given, which
 * says whether there is a next page.
 */
export async function readPage<Item extends { id: string; createdAt: Date }>(
  { limit = limitDefault, cursor }: PageInput,
  read: (after: Place | undefined, rows: number) => Promise<Item[]>,
): Promise<PageOutcome<Item>> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && after === undefined) return { ok: false, reason: 'bad_cursor' }
  const size = Math.max(1, Math.min(limitMax, Math.floor(limit) || limitDefault))
  const rows = await read(after, size + 1)
  const items = rows.slice(0, size)
  const last = items.at(-1)
  const next = rows.length > size && last ? writeCursor({ at: last.createdAt, id: last.id }) : null
  return { ok: true, items, next }
}

/** What stands for the end of a range that was left open, in place of a second form of each statement. */
export const rangeOf = (
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  after: Place | undefined,
): { values: [from: Date | string, at: Date | string, id: string] } => {
  // `to` is exclusive: no id is below the empty one.
  const end: [Date | string, string] = [to ?? 'infinity', '']
  const place: [Date | string, string] =
    after !== undefined && (to === undefined || after.at < to) ? [after.at, after.id] : end
  return { values: [from ?? '-infinity', ...place] }
}
