import { type Db, MongoClient, type MongoClientOptions } from 'mongodb'

/** Seed 003: one client per service, made once, shared. */
export type Mongo = { client: MongoClient; db: Db; ping(): Promise<void>; close(): Promise<void> }

export type MongoOptions = {
  uri: string
  appName: string
  /** Database where the URI names none. */
  databaseName?: string
  maxPoolSize?: number
  /** How long an operation waits for a server before it fails, ms. */
  serverSelectionTimeoutMs?: number
  /** How long a connection may stay silent while an answer is due, ms; a hung server then counts as down. */
  socketTimeoutMs?: number
}

/**
 * Makes the client; nothing is connected until the first command, so a service starts while MongoDB is down.
 * Writes are acknowledged by a majority (invariant 1).
 */
export function createMongo(options: MongoOptions): Mongo {
  const settings: MongoClientOptions = {
    appName: options.appName,
    maxPoolSize: options.maxPoolSize ?? 20,
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: options.socketTimeoutMs ?? 60_000,
    w: 'majority',
    ignoreUndefined: true,
  }
  const client = new MongoClient(options.uri, settings)
  const db = client.db(databaseFrom(options.uri) ?? options.databaseName ?? 'omnistream')
  return {
    client,
    db,
    async ping() {
      await db.command({ ping: 1 })
    },
    async close() {
      await client.close()
    },
  }
}

/** The database that a `mongodb://` URI names in its path, if any. */
export function databaseFrom(uri: string): string | undefined {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(uri)?.[1]
  return path ? decodeURIComponent(path) : undefined
}
