import { waitFor } from '@omnistream/common'
import { explained } from '@omnistream/mongo/testing/explained'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMongoStore, dueFilter, type JobDocument } from './mongo-store.ts'

const count = 6_000
const start = Date.UTC(2026, 8, 1)
const at = new Date(start + 3_000)
let mongo: TestMongo

beforeAll(async () => {
  mongo = await createTestMongo()
  const collection = mongo.db.collection<JobDocument>('webhook_jobs')
  const store = createMongoStore(collection, () => start)
  await store.put([{ id: 'first', group: 'g' }])
  await collection.insertMany(
    Array.from({ length: count }, (_, n) => ({
      ...{ _id: `dlv_${n}`, group: n % 3 === 0 ? 'flood' : `ep_${n % 50}`, attempt: 0 },
      dueAt: new Date(start + n),
    })),
  )
})
afterAll(() => mongo.remove())

/** Statistics come a moment after a bulk load, and with them the plan that a live database has. */
const reads = (command: Document, index: string, docsMax: number): Promise<boolean> =>
  waitFor(
    async () => {
      const plan = await explained(mongo.db, command)
      return plan.indexes.includes(index) && !plan.stages.includes('COLLSCAN') && plan.docsExamined <= docsMax
    },
    { deadlineMs: 30_000, intervalMs: 500, describe: `a plan over ${index}` },
  )

describe('the queue reads by index', () => {
  const request = { limit: 10, leaseMs: 1_000, perGroup: 2 }
  const window = { find: 'webhook_jobs', projection: { group: 1 }, sort: { dueAt: 1 }, limit: 40 }

  it('the oldest due jobs', async () => {
    const filter = dueFilter({ ...request, held: new Map() }, at)
    expect(await reads({ ...window, filter }, 'due', 60)).toBe(true)
  })

  it('the oldest due jobs of groups that have a hand free', async () => {
    const filter = dueFilter({ ...request, held: new Map([['flood', 2]]) }, at)
    expect(filter).toMatchObject({ group: { $nin: ['flood'] } })
    expect(await reads({ ...window, filter }, 'due', 120)).toBe(true)
  })

  it('the document of a claim', async () => {
    const filter = { _id: 'dlv_7', dueAt: { $lte: at } }
    expect(await reads({ find: 'webhook_jobs', filter, limit: 1 }, '_id_', 1)).toBe(true)
  })
})
