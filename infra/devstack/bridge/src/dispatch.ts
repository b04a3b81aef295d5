import { collMod } from './commands/coll-mod.ts'
import { createIndexes } from './commands/create-indexes.ts'
import { cursorHandler } from './commands/cursor.ts'
import { drop, dropDatabase } from './commands/drop.ts'
import { dropIndexes } from './commands/drop-indexes.ts'
import { endSessions } from './commands/end-sessions.ts'
import { explain } from './commands/explain.ts'
import { findAndModify } from './commands/find-and-modify.ts'
import { functionHandler } from './commands/function-handler.ts'
import { getMore } from './commands/get-more.ts'
import { buildInfo, hello, ping } from './commands/handshake.ts'
import { killCursors } from './commands/kill-cursors.ts'
import { listDatabases } from './commands/list-databases.ts'
import { collStats, dbStats, serverStatus } from './commands/stats.ts'
import { writeHandler } from './commands/write.ts'
import { CommandError } from './errors/command-error.ts'
import type { Handler } from './handler.ts'

const handlers: Record<string, Handler> = {
  aggregate: cursorHandler('aggregate'),
  buildInfo,
  buildinfo: buildInfo,
  collMod,
  collStats,
  count: functionHandler('count', 'documentdb_api.count_query($1, $2)'),
  create: functionHandler('create', 'documentdb_api.create_collection_view($1, $2)'),
  createIndexes,
  dbStats,
  delete: writeHandler('delete'),
  distinct: functionHandler('distinct', 'documentdb_api.distinct_query($1, $2)'),
  drop,
  dropDatabase,
  dropIndexes,
  endSessions,
  explain,
  find: cursorHandler('find'),
  findAndModify,
  findandmodify: findAndModify,
  getMore,
  hello,
  insert: writeHandler('insert'),
  isMaster: hello,
  ismaster: hello,
  killCursors,
  listCollections: cursorHandler('list_collections'),
  listDatabases,
  listIndexes: cursorHandler('list_indexes'),
  ping,
  serverStatus,
  update: writeHandler('update'),
}

/**
 * Carries out a command.
 * @throws CommandError for an unknown command or a transaction, and whatever its handler throws
 */
export const dispatch: Handler = async function dispatch(command, context) {
  const handler = Object.hasOwn(handlers, command.name) ? handlers[command.name] : undefined
  if (!handler) throw new CommandError(59, 'CommandNotFound', `no such command: '${command.name}'`)
  if (command.elements.has('autocommit') || command.elements.has('startTransaction')) {
    throw new CommandError(20, 'IllegalOperation', 'this is a standalone server: it has no transactions')
  }
  return handler(command, context)
}
