import { Long } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { errorCode } from './error-code.ts'
import { probeDatabase } from './probe-database.ts'

const probe = probeDatabase()

describe('the server', () => {
  it('greets as a writable standalone', async () => {
    const hello = await probe.db().command({ hello: 1 })
    expect(hello).toMatchObject({ isWritablePrimary: true, maxBsonObjectSize: 16_777_216, ok: 1 })
    expect(hello.setName).toBeUndefined()
  })

  it('answers ping, buildInfo and serverStatus', async () => {
    expect(await probe.db().command({ ping: 1 })).toEqual({ ok: 1 })
    expect(await probe.db().command({ buildInfo: 1 })).toMatchObject({
      version: expect.stringMatching(/^\d+\./),
      ok: 1,
    })
    expect(await probe.db().command({ serverStatus: 1 })).toMatchObject({ uptime: expect.any(Number), ok: 1 })
  })

  it('names an unknown command as such', async () => {
    expect(await errorCode(probe.db().command({ noSuchCommand: 1 }))).toBe(59)
  })

  it('refuses a transaction on a standalone', async () => {
    const transaction = { txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false }
    const insert = probe.db().command({ insert: 'txn', documents: [{ n: 1 }], ...transaction })
    expect(await errorCode(insert)).toBe(20)
  })

  it('serves 200 connections at once', async () => {
    const client = await probe.connect({ maxPoolSize: 200, minPoolSize: 200 })
    const wide = client.db(probe.db().databaseName).collection('wide')
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => wide.insertOne({ n })))
    expect(await wide.countDocuments()).toBe(2_000)
  })
})

describe('collections and databases', () => {
  it('are created, listed and dropped', async () => {
    const db = probe.client().db(`${probe.db().databaseName}_b`)
    await db.createCollection('one')
    await db.collection('two').insertOne({ n: 1 })
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
    expect(names.sort()).toEqual(['one', 'two'])
    const { databases } = await db.admin().listDatabases({ nameOnly: true })
    expect(databases.map(({ name }) => name)).toContain(db.databaseName)
    await db.dropCollection('one')
    expect(await db.listCollections().toArray()).toHaveLength(1)
    await db.dropDatabase()
    expect(await db.listCollections().toArray()).toEqual([])
  })

  it('are counted by dbStats and collStats', async () => {
    await probe
      .db()
      .collection('stats')
      .insertMany([{ n: 1 }, { n: 2 }])
    expect(await probe.db().command({ collStats: 'stats' })).toMatchObject({ count: 2, nindexes: 1, ok: 1 })
    expect(await probe.db().command({ dbStats: 1 })).toMatchObject({ db: probe.db().databaseName, ok: 1 })
  })
})

describe('explain', () => {
  it('names the index a find uses and what it read', async () => {
    const plans = probe.db().collection('plans')
    await plans.insertMany(Array.from({ length: 2_000 }, (_, n) => ({ tenant: `t${n % 20}`, n })))
    await plans.createIndex({ tenant: 1, n: 1 }, { name: 'tenant_n' })
    const indexed = await plans.find({ tenant: 't1', n: { $gte: 1_001 } }).explain('executionStats')
    expect(JSON.stringify(indexed.queryPlanner.winningPlan)).toMatch(/"stage":"IXSCAN".*"tenant_n"/)
    expect(indexed.executionStats).toMatchObject({ nReturned: 50, totalDocsExamined: 50 })

    const scanned = await plans.find({ missing: 1 }).explain('executionStats')
    expect(JSON.stringify(scanned.queryPlanner.winningPlan)).toContain('"COLLSCAN"')
    expect(scanned.executionStats).toMatchObject({ nReturned: 0, totalDocsExamined: 2_000 })
  })

  it('tells the plan alone without running anything', async () => {
    const plan = await probe.db().collection('plans').find({ tenant: 't1' }).explain('queryPlanner')
    expect(plan.queryPlanner.winningPlan).toBeDefined()
    expect(plan.executionStats).toBeUndefined()
  })
})
