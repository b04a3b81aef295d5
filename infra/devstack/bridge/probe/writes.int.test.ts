import { Binary, Double, Int32, Long, MongoBulkWriteError, ObjectId, UUID } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../src/system/wait-for.ts'
import { errorCode } from './error-code.ts'
import { probeDatabase } from './probe-database.ts'

const probe = probeDatabase()
const collection = (name: string) => probe.db().collection(name)

async function failedBulk(promise: Promise<unknown>): Promise<MongoBulkWriteError> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (error instanceof MongoBulkWriteError) return error
  throw new Error('the bulk write was expected to fail', { cause: error })
}

describe('insert', () => {
  it('keeps every BSON type as it was sent', async () => {
    const document = {
      _id: new ObjectId(),
      int: new Int32(7),
      long: Long.fromString('9007199254740993'),
      double: new Double(7),
      uuid: new UUID(),
      bytes: new Binary(Buffer.from([0, 255, 10]), 0),
      date: new Date(1_700_000_000_123),
      nothing: null,
      list: [new Int32(1), 'dua', { tiga: true }],
      text: 'emoji 😀, nul \u0000, ไทย',
    }
    await collection('types').insertOne(document)
    const [stored] = await collection('types')
      .find({}, { promoteValues: false, promoteLongs: false })
      .toArray()
    expect(stored).toEqual(document)
  })

  it('does not confuse a UUID with the same bytes of another subtype', async () => {
    const uuid = new UUID()
    const byId = probe.db().collection<{ _id: Binary }>('uuids')
    await byId.insertOne({ _id: uuid })
    expect(await byId.countDocuments({ _id: uuid })).toBe(1)
    expect(await byId.countDocuments({ _id: new Binary(uuid.buffer, 0) })).toBe(0)
  })

  it('stops an ordered batch at the first duplicate and goes past it in an unordered one', async () => {
    const batch = () => [1, 2, 1, 3].map((n) => ({ _id: new ObjectId(`${n}`.padStart(24, '0')) }))
    const ordered = await failedBulk(collection('ordered').insertMany(batch()))
    expect(ordered).toMatchObject({ code: 11000, insertedCount: 2 })
    const unordered = await failedBulk(collection('unordered').insertMany(batch(), { ordered: false }))
    expect(unordered.insertedCount).toBe(3)
    const [writeError] = [unordered.writeErrors].flat()
    expect(writeError).toMatchObject({ code: 11000, index: 2 })
    expect(writeError?.errmsg).toMatch(
      /^E11000 duplicate key error collection: probe_\w+\.unordered index: _id_/,
    )
  })

  it('takes a batch of 20,000 documents', async () => {
    const result = await collection('batch').insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n })))
    expect(result.insertedCount).toBe(20_000)
    expect(await collection('batch').countDocuments()).toBe(20_000)
  })

  it('takes a document just below 16 MB and refuses one above', async () => {
    const bytes = 16 * 1024 * 1024
    await collection('large').insertOne({ raw: Buffer.alloc(bytes - 200) })
    const tooLarge = collection('large').insertOne({ raw: Buffer.alloc(bytes + 1024) })
    await expect(tooLarge).rejects.toThrow()
    expect(await collection('large').countDocuments()).toBe(1)
    const [stored] = await collection('large').find().toArray()
    expect(stored?.raw.length()).toBe(bytes - 200)
  })

  it('does an unacknowledged write without answering it', async () => {
    const silent = probe.db().collection('silent', { writeConcern: { w: 0 } })
    const result = await silent.insertOne({ n: 1 })
    expect(result.acknowledged).toBe(false)
    expect(await waitFor(async () => (await collection('silent').countDocuments()) === 1, 5_000)).toBe(true)
    expect(await probe.db().command({ ping: 1 })).toEqual({ ok: 1 })
  })

  it('accepts majority and journaled write concern', async () => {
    const options = { writeConcern: { w: 'majority' as const, j: true } }
    const result = await collection('majority').insertOne({ n: 1 }, options)
    expect(result.acknowledged).toBe(true)
  })
})

describe('update', () => {
  it('sets, increments, takes maxima and unsets', async () => {
    await collection('ops').insertOne({ k: 1, rank: 3, n: 1, gone: true })
    const update = { $set: { a: 'x' }, $max: { rank: 2 }, $inc: { n: 4 }, $unset: { gone: '' } }
    const result = await collection('ops').updateOne({ k: 1 }, update)
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect(await collection('ops').findOne({ k: 1 }, { projection: { _id: 0 } })).toEqual({
      k: 1,
      rank: 3,
      n: 5,
      a: 'x',
    })
  })

  it('upserts with what only an insert sets', async () => {
    const update = { $set: { b: 2 }, $setOnInsert: { a: 1 } }
    const first = await collection('upsert').updateOne({ k: 'z' }, update, { upsert: true })
    expect(first).toMatchObject({ upsertedCount: 1, matchedCount: 0 })
    const second = await collection('upsert').updateOne(
      { k: 'z' },
      { ...update, $setOnInsert: { a: 9 } },
      { upsert: true },
    )
    expect(second).toMatchObject({ upsertedCount: 0, matchedCount: 1, modifiedCount: 0 })
    expect(await collection('upsert').findOne({ k: 'z' })).toMatchObject({ a: 1, b: 2 })
  })

  it('applies an aggregation pipeline', async () => {
    const pipeline = [
      {
        $set: {
          rank: { $max: ['$rank', 5] },
          parts: { $concatArrays: [{ $ifNull: ['$parts', []] }, ['x']] },
        },
      },
    ]
    await collection('pipeline').updateOne({ k: 'y' }, pipeline, { upsert: true })
    await collection('pipeline').updateOne({ k: 'y' }, pipeline)
    expect(await collection('pipeline').findOne({ k: 'y' })).toMatchObject({ rank: 5, parts: ['x', 'x'] })
  })

  it('updates only the array elements a filter names', async () => {
    await collection('arrays').insertOne({
      k: 1,
      items: [
        { id: 'a', n: 1 },
        { id: 'b', n: 1 },
      ],
    })
    const arrayFilters = [{ 'item.id': 'b' }]
    await collection('arrays').updateOne({ k: 1 }, { $set: { 'items.$[item].n': 9 } }, { arrayFilters })
    expect(await collection('arrays').findOne({ k: 1 })).toMatchObject({ items: [{ n: 1 }, { n: 9 }] })
  })

  it('updates many and deletes many', async () => {
    await collection('many').insertMany([1, 2, 3, 4].map((n) => ({ n })))
    expect(await collection('many').updateMany({ n: { $gt: 1 } }, { $set: { hit: true } })).toMatchObject({
      modifiedCount: 3,
    })
    expect(await collection('many').deleteOne({ hit: true })).toMatchObject({ deletedCount: 1 })
    expect(await collection('many').deleteMany({ hit: true })).toMatchObject({ deletedCount: 2 })
  })

  it('mixes kinds of writes in one unordered bulk and reports the one that failed', async () => {
    await collection('mixed').insertOne({ _id: new ObjectId('000000000000000000000001') })
    const bulk = collection('mixed').bulkWrite(
      [
        { updateOne: { filter: { k: 'a' }, update: { $max: { rank: 2 } }, upsert: true } },
        { insertOne: { document: { _id: new ObjectId('000000000000000000000001') } } },
        { updateOne: { filter: { k: 'b' }, update: [{ $set: { rank: 1 } }], upsert: true } },
      ],
      { ordered: false },
    )
    const failure = await failedBulk(bulk)
    expect(failure).toMatchObject({ code: 11000, upsertedCount: 2 })
    expect([failure.writeErrors].flat()).toHaveLength(1)
  })

  it('refuses an unknown operator with the code of MongoDB', async () => {
    expect(await errorCode(collection('ops').updateOne({}, { $nope: { a: 1 } }))).toBe(9)
  })
})

describe('findAndModify', () => {
  it('returns the document after or before the change', async () => {
    await collection('fam').insertOne({ k: 1, n: 1 })
    const after = await collection('fam').findOneAndUpdate(
      { k: 1 },
      { $inc: { n: 1 } },
      { returnDocument: 'after' },
    )
    expect(after).toMatchObject({ n: 2 })
    const before = await collection('fam').findOneAndUpdate({ k: 1 }, { $inc: { n: 1 } })
    expect(before).toMatchObject({ n: 2 })
    expect(await collection('fam').findOneAndDelete({ k: 1 })).toMatchObject({ n: 3 })
    expect(await collection('fam').findOneAndUpdate({ k: 1 }, { $inc: { n: 1 } })).toBeNull()
  })

  it('takes the first of a sorted set, so a queue can be claimed in order', async () => {
    await collection('queue').insertMany([3, 1, 2].map((at) => ({ at, state: 'waiting' })))
    const claim = () =>
      collection('queue').findOneAndUpdate(
        { state: 'waiting' },
        { $set: { state: 'taken' } },
        { sort: { at: 1 } },
      )
    expect(await claim()).toMatchObject({ at: 1 })
    expect(await claim()).toMatchObject({ at: 2 })
  })

  it('gives each of many concurrent claims another document', async () => {
    await collection('claims').insertMany(Array.from({ length: 40 }, (_, n) => ({ n, state: 'waiting' })))
    const claims = Array.from({ length: 40 }, () =>
      collection('claims').findOneAndUpdate({ state: 'waiting' }, { $set: { state: 'taken' } }),
    )
    const ids = (await Promise.all(claims)).flatMap((claimed) => (claimed ? [claimed._id.toHexString()] : []))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await collection('claims').countDocuments({ state: 'taken' })).toBe(ids.length)
  })
})
