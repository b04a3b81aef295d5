import { Long } from 'bson'
import { decode } from '../bson/decode.ts'
import { encode } from '../bson/encode.ts'
import type { Context } from '../context.ts'
import type { Statement } from '../database.ts'
import { CommandError } from '../errors/command-error.ts'
import type { Handler } from '../handler.ts'

const statement: Statement = {
  name: 'c_delete',
  text: 'select documentdb_api_internal.delete_cursors($1::bigint[])',
}

export const killCursors: Handler = async function killCursors(command, context) {
  const ids: unknown = decode(command.body).cursors
  if (!Array.isArray(ids)) throw new CommandError(9, 'FailedToParse', 'killCursors needs an array of cursors')
  const killed: Long[] = []
  const notFound: Long[] = []
  for (const id of ids.filter((value) => value instanceof Long)) {
    const list = context.cursors.take(id.toBigInt()) ? killed : notFound
    list.push(id)
  }
  await deleteCursors(
    killed.map((id) => id.toBigInt()),
    context,
  )
  return encode({
    cursorsKilled: killed,
    cursorsNotFound: notFound,
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  })
}

/** Frees what the server keeps for cursors that nobody will ask for again. */
export async function deleteCursors(ids: bigint[], { database }: Pick<Context, 'database'>): Promise<void> {
  if (ids.length === 0) return
  await database.query(statement, [ids.map(String)])
}
