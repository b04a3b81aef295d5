import { MongoNetworkError } from 'mongodb'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../src/system/wait-for.ts'
import { encode } from './bson/encode.ts'
import { type PrivateBridge, startPrivateBridge } from './testing/private-bridge.ts'
import { openWireClient } from './testing/wire-client.ts'
import { wireMessage } from './testing/wire-message.ts'

let own: PrivateBridge

beforeEach(async () => {
  own = await startPrivateBridge()
})
afterEach(() => own.destroy())

/** Compares every document with every other: minutes of work over some thousand documents. */
const slow = {
  aggregate: 'n',
  pipeline: [
    {
      $lookup: {
        from: 'n',
        let: { mine: '$n' },
        pipeline: [{ $match: { $expr: { $lt: ['$n', '$$mine'] } } }, { $count: 'below' }],
        as: 'others',
      },
    },
    { $count: 'c' },
  ],
  cursor: {},
}

async function bridgeIsBusy(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const sql = `select 1 from pg_stat_activity where application_name = 'omnistream-bridge' and state = 'active'`
    return (await client.query(sql)).rowCount !== 0
  } finally {
    await client.end()
  }
}

describe('when PostgreSQL is killed', () => {
  it('breaks the connection of the command it worked on, refuses new ones, and recovers alone', async () => {
    const mongo = await own.connect({ retryReads: false, serverSelectionTimeoutMS: 500 })
    const numbers = mongo.db('faults').collection('n')
    await numbers.insertMany(Array.from({ length: 3_000 }, (_, n) => ({ n })))
    const interrupted = mongo
      .db('faults')
      .command(slow)
      .catch((error: unknown) => error)
    expect(await waitFor(() => bridgeIsBusy(own.servers.ports.postgres), 10_000)).toBe(true)
    await own.servers.kill('postgres')
    expect(await interrupted).toBeInstanceOf(MongoNetworkError)
    await expect(numbers.insertOne({ n: -1 })).rejects.toThrow()

    await own.servers.start('postgres')
    const back = () =>
      numbers.insertOne({ n: -2 }).then(
        () => true,
        () => false,
      )
    expect(await waitFor(back, 15_000)).toBe(true)
    expect(await numbers.countDocuments({ n: { $gte: 0 } })).toBe(3_000)
  })
})

describe('when the bridge is closed', () => {
  it('finishes what it was asked before and takes nothing new', async () => {
    const client = await openWireClient(own.bridge.port)
    const documents = Array.from({ length: 500 }, (_, n) => encode({ n }))
    const body = encode({ insert: 'last', $db: 'faults' })
    client.send(
      Buffer.concat([
        wireMessage({ requestId: 1, body: encode({ ping: 1, $db: 'faults' }) }),
        wireMessage({ requestId: 2, body, sequences: [{ name: 'documents', documents }] }),
        wireMessage({ requestId: 3, body: encode({ count: 'last', query: {}, $db: 'faults' }) }),
      ]),
    )
    expect(await client.receive()).toMatchObject({ responseTo: 1 })
    const closing = own.bridge.close()
    expect(await client.receive()).toMatchObject({ responseTo: 2, document: { n: 500, ok: 1 } })
    expect(await client.receive()).toMatchObject({ responseTo: 3, document: { n: 500, ok: 1 } })
    await closing
    await expect(openWireClient(own.bridge.port)).rejects.toThrow('ECONNREFUSED')
  })
})
