import { decode } from '../bson/decode.ts'
import { encode } from '../bson/encode.ts'
import type { Statement } from '../database.ts'
import { CommandError } from '../errors/command-error.ts'
import { mongoCode } from '../errors/map-nested-errors.ts'
import type { Handler } from '../handler.ts'

const statement: Statement = { name: 'i_drop', text: 'call documentdb_api.drop_indexes($1, $2)' }

const hexPrefix = 'BSONHEX'

/** A procedure cannot be cast in its call, so its answer comes as text. */
export const dropIndexes: Handler = async function dropIndexes(command, { database, codes }) {
  const [row] = await database.query(statement, [command.database, command.body])
  const text = String(row?.[0])
  const reply = decode(Buffer.from(text.slice(hexPrefix.length), 'hex'))
  if (reply.ok === true || Number(reply.ok) === 1) return encode({ ...reply, ok: 1 })
  const code = mongoCode(Number(reply.code ?? 1), codes)
  throw new CommandError(code, codes.nameOf(code) ?? 'UnknownError', String(reply.errmsg))
}
