import { type Logger, OmniError } from '@omnistream/common'
import pg from 'pg'

export type Pool = pg.Pool

/** What the server itself answered with; `code` is its SQLSTATE. */
export const { DatabaseError } = pg
/** A pool or one of its connections (inside a transaction). */
export type Queryable = Pick<pg.Pool, 'query'>

export type PoolOptions = {
  /** Shows up in pg_stat_activity. */
  applicationName: string
  logger: Logger
  /** The PostgreSQL schema that unqualified names mean; the database's own default when absent. */
  schema?: string
  max?: number
  statementTimeoutMs?: number
  connectTimeoutMs?: number
}

const schemaPattern = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * A pool of connections. It connects when first asked, and again by itself after the server was away; a connection
 * that breaks while idle is logged and replaced, never thrown into the process.
 */
export const createPool = (url: string, options: PoolOptions): Pool => {
  const { schema } = options
  if (schema !== undefined && !schemaPattern.test(schema)) {
    throw new OmniError('SCHEMA_NAME_INVALID', `"${schema}" cannot be used as a PostgreSQL schema name`)
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  })
  // The pool listens to idle connections only: one that breaks inside a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.logger.warn({ err: error }, 'postgres.connection_lost'))
  })
  pool.on('error', (error) => options.logger.warn({ err: error }, 'postgres.idle_connection_lost'))
  return pool
}
