import { setTimeout as delay } from 'node:timers/promises'
import { type Document, Int32 } from 'bson'
import { decode } from '../bson/decode.ts'
import { encode } from '../bson/encode.ts'
import { type Command, collectionOf } from '../command.ts'
import type { Context } from '../context.ts'
import type { Database, Statement } from '../database.ts'
import { CommandError } from '../errors/command-error.ts'
import { mongoCode } from '../errors/map-nested-errors.ts'
import type { Handler } from '../handler.ts'
import { bytesColumn } from './bytes.ts'

/** Up to this many bytes an index is built at once; the lock it needs is held for some milliseconds. */
const smallTableBytes = 4 * 1024 * 1024
const pollIntervalMs = 100

const tableSize: Statement = {
  name: 'i_table_size',
  text: `select pg_table_size(format('documentdb_data.documents_%s', collection_id)::regclass)
    from documentdb_api_catalog.collections where database_name = $1 and collection_name = $2`,
}
const buildNow: Statement = {
  name: 'i_build_now',
  text: 'select documentdb_api_internal.create_indexes_non_concurrently($1, $2, true)::bytea',
}
const buildInBackground: Statement = {
  name: 'i_build_in_background',
  text: `select retval::bytea, requests::bytea from documentdb_api.create_indexes_background($1, $2)`,
}
const buildStatus: Statement = {
  name: 'i_build_status',
  text: `select retval::bytea, complete from documentdb_api_internal.check_build_index_status($1)`,
}

/**
 * Answers when the indexes are ready, as MongoDB does. A small collection gets them at once; a large one in
 * DocumentDB's background job, which does not lock out writers and starts within two seconds.
 */
export const createIndexes: Handler = async function createIndexes(command, context) {
  const { database } = context
  const [size] = await database.query(tableSize, [command.database, collectionOf(command)])
  if (Number(size?.[0] ?? 0) <= smallTableBytes) {
    const [row] = await database.query(buildNow, [command.database, command.body])
    return shardReply(decode(bytesColumn(row, 0)), context)
  }
  return buildLater(command, context)
}

async function buildLater(command: Command, context: Context): Promise<Buffer> {
  const [row] = await context.database.query(buildInBackground, [command.database, command.body])
  const reply = shardReply(decode(bytesColumn(row, 0)), context)
  const requests = row?.[1]
  if (Buffer.isBuffer(requests) && requests.length > 5) await awaitBuild(requests, context)
  return reply
}

async function awaitBuild(requests: Buffer, { database, codes }: Context): Promise<void> {
  while (!(await isBuilt(database, requests, codes))) await delay(pollIntervalMs)
}

async function isBuilt(database: Database, requests: Buffer, codes: Context['codes']): Promise<boolean> {
  const [row] = await database.query(buildStatus, [requests])
  const status = decode(bytesColumn(row, 0))
  if (Number(status.ok) === 1) return row?.[1] === true
  throw failure(status, codes)
}

/** DocumentDB answers per shard; there is one, and its part is what a MongoDB server would have said. */
function shardReply(reply: Document, { codes }: Context): Buffer {
  const shard: Document = reply.raw?.defaultShard ?? reply
  if (Number(shard.ok) !== 1) throw failure(shard, codes)
  return encode({ ...shard, ok: new Int32(1) })
}

function failure(status: Document, codes: Context['codes']): CommandError {
  const code = mongoCode(Number(status.code ?? 1), codes)
  return new CommandError(code, codes.nameOf(code) ?? 'UnknownError', String(status.errmsg))
}
