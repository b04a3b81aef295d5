import type { Command } from '../command.ts'
import type { Context } from '../context.ts'
import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'
import { sessionOf } from '../session.ts'
import { bytesColumn } from './bytes.ts'

/** The commands whose answer is the first page of a cursor, by DocumentDB's name for them. */
export type CursorSource = 'find' | 'aggregate' | 'list_indexes' | 'list_collections'

/** The page comes back as the finished reply document and is passed on as it is. */
export function cursorHandler(source: CursorSource): Handler {
  const statement: Statement = {
    name: `c_${source}`,
    text: `select encode(cursorpage::bytea, 'base64'), continuation::bytea, cursorid
      from documentdb_api.${source}_cursor_first_page($1, $2)`,
  }
  return async function firstPage(command, context) {
    const [row] = await context.database.query(statement, [command.database, command.body])
    rememberCursor(row, command, context)
    return bytesColumn(row, 0)
  }
}

function rememberCursor(row: unknown[] | undefined, command: Command, { cursors }: Context): void {
  const continuation = row?.[1]
  if (!Buffer.isBuffer(continuation)) return
  cursors.put(BigInt(String(row?.[2])), { continuation, session: sessionOf(command) })
}
