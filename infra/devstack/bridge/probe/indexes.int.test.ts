import { describe, expect, it } from 'vitest'
import { waitFor } from '../../src/system/wait-for.ts'
import { errorCode } from './error-code.ts'
import { probeDatabase } from './probe-database.ts'

const probe = probeDatabase()
const collection = (name: string) => probe.db().collection(name)
/** Servers look for expired documents once a minute. */
const expiryTimeoutMs = 150_000

describe('indexes', () => {
  it('are there when createIndexes answers, also on a collection with documents', async () => {
    const many = collection('many')
    await many.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n, pad: 'x'.repeat(300) })))
    expect(await many.createIndex({ n: -1 }, { name: 'by_n' })).toBe('by_n')
    expect((await many.indexes()).map(({ name }) => name)).toEqual(['_id_', 'by_n'])
    const plan = await many.find({ n: 17 }).explain('executionStats')
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('"by_n"')
  })

  it('can be made again, and by several at once', async () => {
    const make = () => collection('race').createIndexes([{ key: { a: 1 } }, { key: { b: 1, c: -1 } }])
    const results = await Promise.all(Array.from({ length: 8 }, make))
    expect(results).toHaveLength(8)
    await make()
    expect(await collection('race').indexes()).toHaveLength(3)
  })

  it('refuse other options under the same name with code 85 or 86', async () => {
    await collection('conflict').createIndex({ a: 1 }, { name: 'a', expireAfterSeconds: 100 })
    const other = collection('conflict').createIndex({ a: 1 }, { name: 'a', expireAfterSeconds: 200 })
    expect(await errorCode(other)).toBe(85)
    expect(await errorCode(collection('conflict').createIndex({ b: 1 }, { name: 'a' }))).toBe(86)
  })

  it('refuse to become unique over duplicates, and leave nothing behind', async () => {
    await collection('dupes').insertMany([{ a: 1 }, { a: 1 }])
    expect(await errorCode(collection('dupes').createIndex({ a: 1 }, { unique: true }))).toBe(11000)
    expect(await collection('dupes').indexes()).toHaveLength(1)
  })

  it('are dropped by name, and unknown names are refused with code 27', async () => {
    await collection('drops').createIndex({ a: 1 }, { name: 'a' })
    await collection('drops').dropIndex('a')
    expect(await collection('drops').indexes()).toHaveLength(1)
    expect(await errorCode(collection('drops').dropIndex('a'))).toBe(27)
  })

  it('change their time to live through collMod', async () => {
    await collection('mod').createIndex({ at: 1 }, { name: 'ttl', expireAfterSeconds: 7_776_000 })
    const changed = await probe
      .db()
      .command({ collMod: 'mod', index: { name: 'ttl', expireAfterSeconds: 60 } })
    expect(changed).toMatchObject({ expireAfterSeconds_old: 7_776_000, expireAfterSeconds_new: 60, ok: 1 })
    const ttl = (await collection('mod').indexes()).find(({ name }) => name === 'ttl')
    expect(ttl?.expireAfterSeconds).toBe(60)
  })

  it(
    'delete documents when their time has come, and no others',
    async () => {
      await collection('expiring').createIndex({ at: 1 }, { expireAfterSeconds: 1 })
      const hourMs = 3_600_000
      await collection('expiring').insertMany([
        { k: 'old', at: new Date(Date.now() - hourMs) },
        { k: 'new', at: new Date(Date.now() + hourMs) },
        { k: 'undated' },
      ])
      const gone = async () => (await collection('expiring').countDocuments({ k: 'old' })) === 0
      expect(await waitFor(gone, expiryTimeoutMs, 1_000)).toBe(true)
      expect(await collection('expiring').countDocuments()).toBe(2)
    },
    expiryTimeoutMs + 10_000,
  )
})

describe('unique indexes', () => {
  it('that are sparse let documents without the field be, and let two explicit nulls collide', async () => {
    const sparse = collection('sparse')
    await sparse.createIndex({ external_id: 1 }, { unique: true, sparse: true, name: 'external_id' })
    await sparse.insertMany([{ n: 1 }, { n: 2 }, { external_id: 'a' }])
    expect(await errorCode(sparse.insertOne({ external_id: 'a' }))).toBe(11000)
    await sparse.insertOne({ external_id: null })
    expect(await errorCode(sparse.insertOne({ external_id: null }))).toBe(11000)
  })

  it('that are partial hold only where their filter matches', async () => {
    const partial = collection('partial')
    await partial.createIndex(
      { key: 1 },
      { unique: true, partialFilterExpression: { key: { $type: 'string' } } },
    )
    await partial.insertMany([{ key: 1 }, { key: 1 }, { key: 'a' }])
    expect(await errorCode(partial.insertOne({ key: 'a' }))).toBe(11000)
  })

  it('let exactly one of many concurrent upserts in', async () => {
    const upserts = collection('upserts')
    await upserts.createIndex({ key: 1 }, { unique: true })
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => upserts.updateOne({ key: 'x' }, { $inc: { n: 1 } }, { upsert: true })),
    )
    const applied = attempts.filter(({ status }) => status === 'fulfilled').length
    expect(await upserts.find().toArray()).toMatchObject([{ key: 'x', n: applied }])
  })
})
