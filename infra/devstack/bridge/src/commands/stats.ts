import { encode } from '../bson/encode.ts'
import { collectionOf } from '../command.ts'
import type { Statement } from '../database.ts'
import type { Handler } from '../handler.ts'
import { serverVersion } from '../server-version.ts'
import { bytesColumn } from './bytes.ts'

const collection: Statement = { name: 's_coll', text: 'select documentdb_api.coll_stats($1, $2)::bytea' }
const wholeDatabase: Statement = { name: 's_db', text: 'select documentdb_api.db_stats($1)::bytea' }

export const collStats: Handler = async function collStats(command, { database }) {
  const [row] = await database.query(collection, [command.database, collectionOf(command)])
  return bytesColumn(row, 0)
}

export const dbStats: Handler = async function dbStats(command, { database }) {
  const [row] = await database.query(wholeDatabase, [command.database])
  return bytesColumn(row, 0)
}

export const serverStatus: Handler = async function serverStatus(_command, context) {
  const uptimeMs = context.now() - context.startedAtMs
  return encode({
    version: serverVersion,
    process: 'omnistream-bridge',
    pid: process.pid,
    uptime: Math.floor(uptimeMs / 1000),
    uptimeMillis: uptimeMs,
    localTime: new Date(context.now()),
    connections: { current: context.connectionCount() },
    metrics: { cursor: { open: { total: context.cursors.size() } } },
    ok: 1,
  })
}
