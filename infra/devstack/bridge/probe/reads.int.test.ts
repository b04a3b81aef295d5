import { Long } from 'mongodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorCode } from './error-code.ts'
import { probeDatabase } from './probe-database.ts'

const probe = probeDatabase()
const total = 6_000
const numbers = () => probe.db().collection('numbers')

beforeAll(async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 3), 12))
  await numbers().insertMany(
    Array.from({ length: total }, (_, n) => ({ n, group: n % 7, at: day(n), pad: 'x'.repeat(50) })),
  )
  await numbers().createIndex({ group: 1, n: 1 }, { name: 'by_group' })
})

describe('find', () => {
  it('sorts, projects, skips and limits', async () => {
    const found = await numbers()
      .find({ group: 3 }, { projection: { _id: 0, n: 1 } })
      .sort({ n: -1 })
      .skip(1)
      .limit(2)
      .toArray()
    expect(found).toEqual([{ n: 5_988 }, { n: 5_981 }])
  })

  it('reads every document of a long cursor exactly once', async () => {
    const seen = new Set<number>()
    for await (const { n } of numbers().find({}, { batchSize: 500 })) seen.add(n)
    expect(seen.size).toBe(total)
  })

  it('keeps the order of a sorted cursor over its pages', async () => {
    const order: number[] = []
    for await (const { n } of numbers().find().sort({ n: -1 }).batchSize(700)) order.push(n)
    expect(order).toEqual(Array.from({ length: total }, (_, n) => total - 1 - n))
  })

  it('finds documents by many ids', async () => {
    const some = await numbers()
      .find({ group: 1 }, { projection: { _id: 1 } })
      .limit(100)
      .toArray()
    const ids = some.map(({ _id }) => _id)
    expect(
      await numbers()
        .find({ _id: { $in: ids } })
        .toArray(),
    ).toHaveLength(100)
  })

  it('uses the hinted index and refuses a hint there is no index for', async () => {
    expect(await numbers().find({ group: 2 }).hint('by_group').limit(3).toArray()).toHaveLength(3)
    expect(await errorCode(numbers().find({ group: 2 }).hint('nothing').toArray())).toBe(2)
  })

  it('gives up at maxTimeMS with code 50 and leaves the connection usable', async () => {
    const slow = numbers().aggregate(
      [
        {
          $lookup: {
            from: 'numbers',
            let: { pad: '$pad' },
            pipeline: [{ $match: { $expr: { $eq: ['$pad', '$$pad'] } } }],
            as: 'all',
          },
        },
      ],
      { maxTimeMS: 20 },
    )
    expect(await errorCode(slow.toArray())).toBe(50)
    expect(await numbers().countDocuments({}, { maxTimeMS: 30_000 })).toBe(total)
  })

  it('refuses an unknown operator with code 2', async () => {
    expect(
      await errorCode(
        numbers()
          .find({ n: { $foo: 1 } })
          .toArray(),
      ),
    ).toBe(2)
  })

  it('finds nothing in a collection that does not exist', async () => {
    expect(await probe.db().collection('missing').find().toArray()).toEqual([])
  })
})

describe('aggregate', () => {
  it('groups by day and counts', async () => {
    const days = await numbers()
      .aggregate([
        { $match: { n: { $lt: 300 } } },
        { $group: { _id: { $dateToString: { date: '$at', format: '%Y-%m-%d' } }, count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
        { $limit: 2 },
      ])
      .toArray()
    expect(days).toEqual([
      { _id: '2026-01-01', count: 100 },
      { _id: '2026-01-02', count: 100 },
    ])
  })

  it('truncates dates', async () => {
    const pipeline = [{ $group: { _id: { $dateTrunc: { date: '$at', unit: 'month' } }, count: { $sum: 1 } } }]
    expect(await numbers().aggregate(pipeline).toArray()).toEqual([
      { _id: new Date(Date.UTC(2026, 0, 1)), count: total },
    ])
  })

  it('joins another collection', async () => {
    await probe.db().collection('names').insertOne({ group: 4, name: 'empat' })
    const joined = await numbers()
      .aggregate([
        { $match: { n: 4 } },
        { $lookup: { from: 'names', localField: 'group', foreignField: 'group', as: 'names' } },
        { $project: { _id: 0, n: 1, name: { $first: '$names.name' } } },
      ])
      .toArray()
    expect(joined).toEqual([{ n: 4, name: 'empat' }])
  })

  it('pages through more groups than fit one batch', async () => {
    const groups = await numbers()
      .aggregate([{ $group: { _id: '$n' } }], { batchSize: 1_000 })
      .toArray()
    expect(new Set(groups.map(({ _id }) => _id)).size).toBe(total)
  })
})

describe('count and distinct', () => {
  it('count what matches', async () => {
    expect(await numbers().countDocuments({ group: 0 })).toBe(858)
    expect(await numbers().estimatedDocumentCount()).toBe(total)
    expect((await numbers().distinct('group')).sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})

describe('cursors', () => {
  it('are gone after killCursors', async () => {
    const cursor = numbers().find({}, { batchSize: 10 })
    await cursor.next()
    const id = cursor.id
    await cursor.close()
    expect(id).toBeInstanceOf(Long)
    const more = probe.db().command({ getMore: id, collection: 'numbers' })
    expect(await errorCode(more)).toBe(43)
  })

  it('are reported one by one by killCursors', async () => {
    const open = await probe.db().command({ find: 'numbers', batchSize: 10 }, { promoteLongs: false })
    const id: Long = open.cursor.id
    const unknown = Long.fromNumber(123_456_789)
    const killed = await probe
      .db()
      .command({ killCursors: 'numbers', cursors: [id, unknown] }, { promoteLongs: false })
    expect(killed).toMatchObject({ cursorsKilled: [id], cursorsNotFound: [unknown], ok: 1 })
  })

  it('go with the session they belong to', async () => {
    const client = await probe.connect()
    const session = client.startSession()
    const db = client.db(probe.db().databaseName)
    const open = await db.command({ find: 'numbers', batchSize: 10 }, { session, promoteLongs: false })
    const sessionId = session.id
    expect(sessionId).toBeDefined()
    await probe
      .client()
      .db('admin')
      .command({ endSessions: [sessionId] })
    await session.endSession()
    expect(await errorCode(probe.db().command({ getMore: open.cursor.id, collection: 'numbers' }))).toBe(43)
  })
})
