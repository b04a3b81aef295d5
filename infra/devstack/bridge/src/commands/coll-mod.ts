import { collectionOf } from '../command.ts'
import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'
import { bytesColumn } from './bytes.ts'

const statement: Statement = {
  name: 'i_coll_mod',
  text: 'select documentdb_api.coll_mod($1, $2, $3)::bytea',
}

export const collMod: Handler = async function collMod(command, { database }) {
  const values = [command.database, collectionOf(command), command.body]
  const [row] = await database.query(statement, values)
  return bytesColumn(row, 0)
}
