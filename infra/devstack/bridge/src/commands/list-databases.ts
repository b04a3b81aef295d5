import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'
import { bytesColumn } from './bytes.ts'

const statement: Statement = {
  name: 'l_databases',
  text: 'select documentdb_api.list_databases($1)::bytea',
}

/** Names only: DocumentDB does not tell sizes here. */
export const listDatabases: Handler = async function listDatabases(command, { database }) {
  const [row] = await database.query(statement, [command.body])
  return bytesColumn(row, 0)
}
