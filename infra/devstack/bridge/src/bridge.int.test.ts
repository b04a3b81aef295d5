import { Long } from 'bson'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../src/system/wait-for.ts'
import { encode } from './bson/encode.ts'
import { type PrivateBridge, startPrivateBridge } from './testing/private-bridge.ts'
import { openWireClient } from './testing/wire-client.ts'
import { wireMessage, wireQuery } from './testing/wire-message.ts'

const idleMs = 1_500
let own: PrivateBridge

beforeAll(async () => {
  own = await startPrivateBridge({ cursorTimeoutMs: idleMs })
})
afterAll(() => own.destroy())

const ping = (requestId: number) => wireMessage({ requestId, body: encode({ ping: 1, $db: 'admin' }) })

describe('a connection', () => {
  it('is greeted by OP_QUERY as old drivers do', async () => {
    const client = await openWireClient(own.bridge.port)
    client.send(wireQuery(5, encode({ isMaster: 1, helloOk: true })))
    expect(await client.receive()).toMatchObject({
      responseTo: 5,
      document: { ismaster: true, helloOk: true, ok: 1 },
    })
  })

  it('has its requests answered in their order, however many are sent ahead', async () => {
    const client = await openWireClient(own.bridge.port)
    const ids = Array.from({ length: 200 }, (_, n) => n + 1)
    client.send(Buffer.concat(ids.map(ping)))
    const answered: (number | undefined)[] = []
    for (const _ of ids) answered.push((await client.receive())?.responseTo)
    expect(answered).toEqual(ids)
  })

  it('takes documents from sequences, with a checksum, and answers nothing to moreToCome', async () => {
    const client = await openWireClient(own.bridge.port)
    const documents = [1, 2, 3].map((n) => encode({ n }))
    const insert = encode({ insert: 'wire', $db: 'raw', writeConcern: { w: 0 } })
    const sequences = [{ name: 'documents', documents }]
    client.send(wireMessage({ requestId: 1, body: insert, sequences, flags: 2, checksum: 'right' }))
    client.send(wireMessage({ requestId: 2, body: encode({ count: 'wire', query: {}, $db: 'raw' }) }))
    expect(await client.receive()).toMatchObject({ responseTo: 2, document: { n: 3, ok: 1 } })
  })

  it.each([
    [
      'a wrong checksum',
      wireMessage({ requestId: 1, body: encode({ ping: 1, $db: 'admin' }), checksum: 'wrong' }),
    ],
    ['an impossible length', Buffer.alloc(16, 0xff)],
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('that sends %s is closed without harm to others', async (_, bytes) => {
    const [bad, good] = await Promise.all([openWireClient(own.bridge.port), openWireClient(own.bridge.port)])
    bad.send(bytes)
    expect(await bad.receive()).toBeUndefined()
    good.send(ping(1))
    expect(await good.receive()).toMatchObject({ document: { ok: 1 } })
  })

  it('is told when BSON inside a command is broken, and goes on', async () => {
    const client = await openWireClient(own.bridge.port)
    const broken = encode({ ping: 1, $db: 'admin', x: 1 })
    broken[broken.length - 8] = 0x7e
    client.send(wireMessage({ requestId: 1, body: broken }))
    expect(await client.receive()).toMatchObject({ document: { ok: 0, code: 22 } })
    client.send(ping(2))
    expect(await client.receive()).toMatchObject({ responseTo: 2, document: { ok: 1 } })
  })

  it('that sends a broken document to insert leaves the server and its neighbours alive', async () => {
    const client = await openWireClient(own.bridge.port)
    const broken = encode({ a: { b: 'text' } })
    broken.writeInt32LE(1_000_000, 4 + 1 + 2)
    const sequences = [{ name: 'documents', documents: [broken] }]
    client.send(wireMessage({ requestId: 1, body: encode({ insert: 'broken', $db: 'raw' }), sequences }))
    const reply = await client.receive()
    expect(reply?.document.ok === 0 || reply?.document.writeErrors).toBeTruthy()
    client.send(ping(2))
    expect(await client.receive()).toMatchObject({ document: { ok: 1 } })
  })

  it('that does not read its answers is not served further until it does', async () => {
    const mongo = await own.connect()
    await mongo
      .db('raw')
      .collection('bulky')
      .insertOne({ raw: Buffer.alloc(8 * 1024 * 1024) })
    const client = await openWireClient(own.bridge.port)
    client.socket.pause()
    const find = (requestId: number) =>
      wireMessage({ requestId, body: encode({ find: 'bulky', $db: 'raw' }) })
    client.send(Buffer.concat(Array.from({ length: 40 }, (_, n) => find(n + 1))))
    const idle = await openWireClient(own.bridge.port)
    idle.send(ping(1))
    expect(await idle.receive()).toMatchObject({ document: { ok: 1 } })
    const beforeBytes = process.memoryUsage().rss
    expect(await waitFor(() => process.memoryUsage().rss - beforeBytes > 200_000_000, 1_000)).toBe(false)
    client.socket.resume()
    for (let id = 1; id <= 40; id++) expect((await client.receive())?.responseTo).toBe(id)
  })
})

describe('cursors', () => {
  it('are dropped when nobody asks for them', async () => {
    const mongo = await own.connect()
    const db = mongo.db('idle')
    await db.collection('n').insertMany(Array.from({ length: 50 }, (_, n) => ({ n })))
    const open = async () => Number((await db.command({ serverStatus: 1 })).metrics.cursor.open.total)
    const first = await db.command({ find: 'n', batchSize: 10 }, { promoteLongs: false })
    expect(await open()).toBe(1)
    expect(await waitFor(async () => (await open()) === 0, idleMs * 4)).toBe(true)
    const id: Long = first.cursor.id
    await expect(db.command({ getMore: id, collection: 'n' })).rejects.toMatchObject({ code: 43 })
  })

  it('can be gone on with over another connection', async () => {
    const [one, two] = await Promise.all([openWireClient(own.bridge.port), openWireClient(own.bridge.port)])
    one.send(
      wireMessage({ requestId: 1, body: encode({ find: 'n', sort: { n: 1 }, batchSize: 10, $db: 'idle' }) }),
    )
    const id = Long.fromValue((await one.receive())?.document.cursor.id)
    two.send(
      wireMessage({
        requestId: 1,
        body: encode({ getMore: id, collection: 'n', batchSize: 10, $db: 'idle' }),
      }),
    )
    const page = await two.receive()
    expect(page?.document.cursor.nextBatch).toHaveLength(10)
    expect(page?.document.cursor.nextBatch[0].n).toBe(10)
  })
})
