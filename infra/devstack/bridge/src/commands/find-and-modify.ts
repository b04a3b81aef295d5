import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'
import { bytesColumn } from './bytes.ts'

const statement: Statement = {
  name: 'w_find_and_modify',
  text: 'select p_result::bytea from documentdb_api.find_and_modify($1, $2)',
}

export const findAndModify: Handler = async function findAndModify(command, { database }) {
  const [row] = await database.query(statement, [command.database, command.body])
  return bytesColumn(row, 0)
}
