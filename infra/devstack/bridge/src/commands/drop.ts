import { encode } from '../bson/encode.ts'
import { collectionOf, namespaceOf } from '../command.ts'
import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'

const dropCollection: Statement = {
  name: 'd_collection',
  text: 'select documentdb_api.drop_collection($1, $2)',
}
const dropWholeDatabase: Statement = { name: 'd_database', text: 'select documentdb_api.drop_database($1)' }

/** Dropping what does not exist succeeds, as since MongoDB 7. */
export const drop: Handler = async function drop(command, { database }) {
  await database.query(dropCollection, [command.database, collectionOf(command)])
  return encode({ ns: namespaceOf(command), ok: 1 })
}

export const dropDatabase: Handler = async function dropDatabase(command, { database }) {
  await database.query(dropWholeDatabase, [command.database])
  return encode({ dropped: command.database, ok: 1 })
}
