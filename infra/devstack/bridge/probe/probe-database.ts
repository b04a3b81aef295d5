import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb'
import { afterAll, beforeAll } from 'vitest'
import { ensureDevstack } from '../../src/index.ts'

export type Probe = {
  /** A database of its own for one test file. */
  db: () => Db
  client: () => MongoClient
  /** Another client for the same server, closed at the end of the file. */
  connect: (options?: MongoClientOptions) => Promise<MongoClient>
}

/**
 * The server under test: the one `MONGODB_URI` names, else the bridge. What is asserted here holds for both.
 */
export function probeDatabase(): Probe {
  const clients: MongoClient[] = []
  let uri: string | undefined
  let first: MongoClient | undefined
  const name = `probe_${randomUUID().slice(0, 8)}`

  async function connect(options: MongoClientOptions = {}): Promise<MongoClient> {
    if (uri === undefined) throw new Error('the probe has not started')
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 10_000, ...options })
    clients.push(client)
    return client
  }

  beforeAll(async () => {
    const urls = await ensureDevstack({ log: (line) => process.stderr.write(`${line}\n`) })
    uri = urls.MONGODB_URI
    first = await connect()
  })

  afterAll(async () => {
    await first?.db(name).dropDatabase()
    await Promise.all(clients.map((client) => client.close()))
  })

  function client(): MongoClient {
    if (!first) throw new Error('the probe has not started')
    return first
  }
  return { db: () => client().db(name), client, connect }
}
