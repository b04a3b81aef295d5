/** A cursor between two pages: what the server needs to go on. */
export type OpenCursor = { continuation: Buffer; session: string | undefined }

type Entry = OpenCursor & { usedAtMs: number }

/**
 * Remembers open cursors by id. Taking one removes it until its next page is there, so two getMores for the
 * same cursor cannot run at once.
 */
export type CursorRegistry = {
  put: (id: bigint, cursor: OpenCursor) => void
  take: (id: bigint) => OpenCursor | undefined
  /** Forgets cursors not used for the idle time. @returns their ids */
  expire: () => bigint[]
  /** Forgets all cursors of a client session. @returns their ids */
  takeSession: (session: string) => bigint[]
  size: () => number
}

/** @param idleMs a cursor nobody asks for is dropped after it (MongoDB: ten minutes) */
export function createCursorRegistry(idleMs: number, now: () => number): CursorRegistry {
  const entries = new Map<bigint, Entry>()

  function takeWhere(matches: (entry: Entry) => boolean): bigint[] {
    const ids = [...entries].filter(([, entry]) => matches(entry)).map(([id]) => id)
    for (const id of ids) entries.delete(id)
    return ids
  }

  return {
    put: (id, cursor) => {
      entries.set(id, { ...cursor, usedAtMs: now() })
    },
    take: (id) => {
      const entry = entries.get(id)
      entries.delete(id)
      return entry
    },
    expire: () => {
      const oldest = now() - idleMs
      return takeWhere((entry) => entry.usedAtMs <= oldest)
    },
    takeSession: (session) => takeWhere((entry) => entry.session === session),
    size: () => entries.size,
  }
}
