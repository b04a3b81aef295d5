import pg from 'pg'
import { CommandError } from './errors/command-error.ts'
import { ConnectionLostError } from './errors/connection-lost-error.ts'

/** One SQL statement; `name` makes it a prepared statement that is parsed once per connection. */
export type Statement = { name: string; text: string }

export type Value = string | number | boolean | Buffer | null | string[]

/** What the bridge needs of PostgreSQL. */
export type Database = {
  /** Rows as arrays in the order of the select list; `bytea` comes back as Buffer. */
  query: (statement: Statement, values: Value[]) => Promise<unknown[][]>
  /** False from the moment PostgreSQL cannot be reached until it answers again. */
  isUp: () => boolean
  close: () => Promise<void>
}

export type DatabaseSettings = { url: string; connectionsMax: number; cursorTimeoutMs: number }

/** How long a command waits for a free connection before it is answered with an error. */
const connectTimeoutMs = 30_000
const probeIntervalMs = 200

/**
 * A bounded pool of PostgreSQL connections for any number of clients.
 * It outlives the server: connections that break are dropped, and a probe runs until the server is back.
 */
export function openDatabase(settings: DatabaseSettings, onLog: (line: string) => void): Database {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'omnistream-bridge',
    options: sessionOptions(settings.cursorTimeoutMs),
  })
  let up = true
  let closed = false
  let probe: NodeJS.Timeout | undefined
  pool.on('error', () => markDown())
  // A client in use reports a broken socket on itself; its query fails too, and that is where it is handled.
  pool.on('connect', (client) => client.on('error', () => {}))

  function markDown(): void {
    if (up && !closed) onLog('PostgreSQL does not answer; clients are refused until it does')
    up = false
    if (!closed) probe ??= setTimeout(tryAgain, probeIntervalMs)
  }

  function tryAgain(): void {
    pool.query('select 1').then(
      () => {
        probe = undefined
        up = true
        onLog('PostgreSQL answers again')
      },
      () => {
        probe = undefined
        markDown()
      },
    )
  }

  async function query(statement: Statement, values: Value[]): Promise<unknown[][]> {
    const client = await connect()
    try {
      const result = await client.query({ ...statement, values, rowMode: 'array' })
      client.release()
      return result.rows
    } catch (error) {
      const lost = !isServerError(error) || isShutdown(error)
      client.release(lost)
      if (!lost) throw error
      markDown()
      throw new ConnectionLostError({ cause: error })
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isTimeout(error)) markDown()
      throw new CommandError(91, 'ShutdownInProgress', 'the database behind the bridge is not reachable', {
        cause: error,
      })
    }
  }

  return {
    query,
    isUp: () => up,
    close: async () => {
      if (closed) return
      closed = true
      clearTimeout(probe)
      await pool.end()
    },
  }
}

/** Cursors that outlive their connection live in files of the server, so any pooled connection serves them. */
function sessionOptions(cursorTimeoutMs: number): string {
  const settings = {
    'documentdb.useFileBasedPersistedCursors': 'on',
    'documentdb.defaultCursorExpiryTimeLimitSeconds': String(Math.ceil(cursorTimeoutMs / 1000)),
    'documentdb.maxWriteBatchSize': '100000',
    client_min_messages: 'error',
    jit: 'off',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

function isShutdown(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(57P0[12]|08...)$/.test(error.code ?? '')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded')
}
