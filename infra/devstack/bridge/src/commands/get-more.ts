import { integerValue } from '../bson/element-values.ts'
import type { Statement } from '../database.ts'
import { CommandError } from '../errors/command-error.ts'
import type { Handler } from '../handler.ts'
import { bytesColumn } from './bytes.ts'

const statement: Statement = {
  name: 'c_get_more',
  text: `select encode(cursorpage::bytea, 'base64'), continuation::bytea from documentdb_api.cursor_get_more($1, $2, $3)`,
}

/** The next page of a cursor; a cursor whose page failed is gone, as with MongoDB. */
export const getMore: Handler = async function getMore(command, { cursors, database }) {
  const id = integerValue(command.body, command.elements.get('getMore'))
  const cursor = id === undefined ? undefined : cursors.take(id)
  if (id === undefined || !cursor) throw new CommandError(43, 'CursorNotFound', `cursor id ${id} not found`)
  const [row] = await database.query(statement, [command.database, command.body, cursor.continuation])
  const continuation = row?.[1]
  if (Buffer.isBuffer(continuation)) cursors.put(id, { continuation, session: cursor.session })
  return bytesColumn(row, 0)
}
