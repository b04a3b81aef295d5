import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'
import { bytesColumn } from './bytes.ts'

/**
 * A command that one DocumentDB function of (database, command) answers completely.
 * @param call the SQL expression over $1 (database name) and $2 (command document)
 */
export function functionHandler(name: string, call: string): Handler {
  const statement: Statement = { name: `f_${name}`, text: `select (${call})::bytea` }
  return async function callFunction(command, { database }) {
    const [row] = await database.query(statement, [command.database, command.body])
    return bytesColumn(row, 0)
  }
}
