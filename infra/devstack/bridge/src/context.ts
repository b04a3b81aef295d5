import type { CursorRegistry } from './cursors.ts'
import type { Database } from './database.ts'
import type { ErrorCodes } from './errors/error-codes.ts'

/** What a command handler may use; one for the whole bridge. */
export type Context = {
  database: Database
  cursors: CursorRegistry
  codes: ErrorCodes
  startedAtMs: number
  now: () => number
  connectionCount: () => number
}
