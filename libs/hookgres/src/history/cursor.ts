/** A place in rows that are ordered by (created_at, id): the last row that was given. */
export type Place = { at: Date; id: string }

export const writeCursor = ({ at, id }: Place): string =>
  Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url')

/** Undefined for what `writeCursor` has not made. */
export function readCursor(cursor: string): Place | undefined {
  try {
    const given: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(given) || given.length !== 2) return undefined
    const [time, id] = given as unknown[]
    if (typeof time !== 'number' || typeof id !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(id))
      return undefined
    const at = new Date(time)
    // NaN too. PostgreSQL has no time as early as JavaScript has.
    return at.getTime() >= 0 ? { at, id } : undefined
  } catch {
    return undefined
  }
}
