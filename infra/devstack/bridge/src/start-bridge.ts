import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { deleteCursors } from './commands/kill-cursors.ts'
import { type Connection, serveConnection } from './connection.ts'
import type { Context } from './context.ts'
import { createCursorRegistry } from './cursors.ts'
import { openDatabase } from './database.ts'
import { loadErrorCodes } from './errors/error-codes.ts'

export type BridgeSettings = {
  /** Only loopback addresses make sense: there is no authentication. */
  host: string
  /** 0 takes a free one. */
  port: number
  databaseUrl: string
  databaseConnectionsMax: number
  cursorTimeoutMs: number
}

export type Bridge = {
  port: number
  /** Takes no new work, finishes what runs, closes everything; bounded in time. */
  close: () => Promise<void>
}

const drainTimeoutMs = 5_000

/**
 * Listens for MongoDB clients and serves them from DocumentDB.
 * @throws what `listen` throws, such as EADDRINUSE
 */
export async function startBridge(settings: BridgeSettings, onLog: (line: string) => void): Promise<Bridge> {
  const connections = new Set<Connection>()
  const database = openDatabase(
    {
      url: settings.databaseUrl,
      connectionsMax: settings.databaseConnectionsMax,
      cursorTimeoutMs: settings.cursorTimeoutMs,
    },
    onLog,
  )
  const context: Context = {
    database,
    cursors: createCursorRegistry(settings.cursorTimeoutMs, Date.now),
    codes: loadErrorCodes(),
    startedAtMs: Date.now(),
    now: Date.now,
    connectionCount: () => connections.size,
  }
  const server = createServer((socket) => {
    const connection = serveConnection(socket, context, onLog)
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  })
  const sweep = setInterval(
    () => expireCursors(context, onLog),
    Math.min(30_000, settings.cursorTimeoutMs / 2),
  )
  sweep.unref()

  server.listen({ host: settings.host, port: settings.port, backlog: 1024 })
  try {
    await once(server, 'listening')
  } catch (error) {
    clearInterval(sweep)
    await database.close()
    throw error
  }

  let closing: Promise<void> | undefined
  return {
    port: portOf(server),
    close: () => {
      closing ??= close()
      return closing
    },
  }

  async function close(): Promise<void> {
    clearInterval(sweep)
    const closed = once(server, 'close')
    server.close()
    const drained = Promise.all([...connections].map((connection) => connection.drain()))
    await Promise.race([drained, delay(drainTimeoutMs, undefined, { ref: false })])
    for (const connection of connections) connection.destroy()
    await closed
    await Promise.race([database.close(), delay(drainTimeoutMs, undefined, { ref: false })])
  }
}

function expireCursors(context: Context, onLog: (line: string) => void): void {
  const ids = context.cursors.expire()
  deleteCursors(ids, context).catch((error: unknown) =>
    onLog(`idle cursors were not freed: ${String(error)}`),
  )
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the bridge listens on no port')
  return address.port
}
