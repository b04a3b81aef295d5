import { randomUUID } from 'node:crypto'
import { connectBus, consumerLag, ensureStreams, streamNames, subjects } from '@omnistream/bus'
import { silentLogger, waitFor } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import {
  type Collections,
  collections,
  setupIndexes,
  standardUuids,
  type WebhookAuditDocument,
} from '@omnistream/mongo'
import { explained } from '@omnistream/mongo/testing/explained'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import { Binary } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishableRow } from './publishable-row.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { runSweeper, stuckFilter, unpublishedFilter } from './sweeper.ts'

const prefix = `sweep${randomUUID().slice(0, 8)}_`
const names = streamNames(prefix)
let mongo: TestMongo
let store: Collections
let bus: ReturnType<typeof connectBus>

const row = (ageMs: number, extra: Partial<WebhookAuditDocument> = {}): WebhookAuditDocument => ({
  _id: standardUuids.write(randomUUID()),
  received_at: new Date(Date.now() - ageMs),
  channel: 'whatsapp',
  method: 'POST',
  url: 'https://example.test/webhooks/whatsapp',
  headers: {},
  source_ip: '192.0.2.1',
  body: new Binary(Buffer.from('{}')),
  body_bytes: 2,
  signature_status: 'VALID',
  signature_detail: null,
  request_id: 'r',
  parse: { state: 'pending' },
  ...extra,
})

beforeAll(async () => {
  mongo = await createTestMongo()
  store = collections(mongo.db)
  await setupIndexes(mongo.db, { auditDays: 90 })
  const { NATS_URL } = await ensureDevstack({ log: () => {} })
  bus = connectBus({ servers: NATS_URL, name: 'test', logger: silentLogger() })
  await bus.untilUp(AbortSignal.timeout(10_000))
  const manager = await bus.manager()
  await ensureStreams(manager, prefix)
  await manager.consumers.add(names.webhooks, { durable_name: 'engine', ack_policy: 'explicit' as never })
})
afterAll(async () => {
  const manager = await bus.manager()
  await Promise.all(Object.values(names).map((stream) => manager.streams.delete(stream)))
  await bus.close()
  await mongo.remove()
})

const newPublisher = (): Publisher =>
  createPublisher({ bus, subjects: subjects(prefix), logger: silentLogger(), now: Date.now })

async function sweepUntil(
  done: () => Promise<boolean>,
  publisher = newPublisher(),
  now: () => number = Date.now,
): Promise<void> {
  const abort = new AbortController()
  const logger = silentLogger()
  const running = runSweeper(
    {
      ...{
        collection: store.webhookAudit,
        bus,
        subjects: subjects(prefix),
        publisher,
        uuids: standardUuids,
        logger,
      },
      ...{
        now,
        intervalMs: 50,
        afterMs: 10_000,
        consumer: { stream: names.webhooks, durable: 'engine' },
      },
    },
    abort.signal,
  )
  await waitFor(done, { deadlineMs: 20_000, describe: 'the sweep' })
  abort.abort()
  await running
}

const lag = async (): Promise<number> => (await consumerLag(bus, names.webhooks, 'engine')).waiting

describe('the sweeper', () => {
  it('publishes every old row that never reached the bus, however many, and leaves the rest alone', async () => {
    const minute = 60_000
    const lost = Array.from({ length: 1_200 }, () => row(minute))
    const others = [
      row(1_000),
      row(minute, { published_at: new Date() }),
      row(minute, { parse: { state: 'done' } }),
      row(minute, { parse: { state: 'failed' } }),
    ]
    await store.webhookAudit.insertMany([...lost, ...others])
    const marked = (): Promise<number> =>
      store.webhookAudit.countDocuments({
        _id: { $in: lost.map(({ _id }) => _id) },
        published_at: { $exists: true },
      })
    await sweepUntil(async () => (await marked()) === lost.length)
    // Two hundred ids go in one message.
    expect(await lag()).toBe(7)
    expect(await store.webhookAudit.countDocuments({ published_at: null as never })).toBe(3)
  })

  it('publishes a row again whose message the bus has lost, but not while the engine still has work', async () => {
    const hour = 60 * 60_000
    await store.webhookAudit.deleteMany({})
    const stuck = row(hour, { published_at: new Date(Date.now() - hour) })
    await store.webhookAudit.insertOne(stuck)
    const before = await lag()
    expect(before).toBeGreaterThan(0)
    await sweepUntil(async () => {
      await store.webhookAudit.updateOne({ _id: stuck._id }, { $set: { request_id: randomUUID() } })
      return true
    })
    expect(await lag()).toBe(before)
    await (await bus.manager()).streams.purge(names.webhooks)
    await sweepUntil(async () => (await lag()) === 1)
  })

  it('marks what this process published before it would be published again, and leaves the rest to the engine', async () => {
    await store.webhookAudit.deleteMany({})
    const [waiting, parsed] = [row(0), row(0, { parse: { state: 'done' } })]
    await store.webhookAudit.insertMany([waiting, parsed])
    const publisher = newPublisher()
    publisher.add([waiting, parsed].map((one) => publishableRow(one, standardUuids)))
    await publisher.idle()
    const published = await lag()
    const isMarked = async (): Promise<boolean> =>
      (await store.webhookAudit.findOne({ _id: waiting._id }))?.published_at !== undefined
    // Old enough to be marked (two thirds of ten seconds), too young to be swept.
    await sweepUntil(isMarked, publisher, () => Date.now() + 7_000)
    expect(await store.webhookAudit.findOne({ _id: parsed._id })).not.toHaveProperty('published_at')
    await sweepUntil(
      async () => true,
      newPublisher(),
      () => Date.now() + 60_000,
    )
    expect(await lag()).toBe(published)
  })

  it('finds its rows by index, without reading those that are parsed', async () => {
    await store.webhookAudit.deleteMany({})
    await store.webhookAudit.insertMany(
      Array.from({ length: 2_000 }, () => row(60_000, { parse: { state: 'done' } })),
    )
    await store.webhookAudit.insertMany(Array.from({ length: 20 }, () => row(60_000)))
    const now = new Date()
    for (const filter of [unpublishedFilter(now), stuckFilter(now)]) {
      const command = { find: 'webhook_audit', filter, sort: { received_at: 1 }, limit: 500 }
      const indexed = async (): Promise<boolean> => {
        const { indexes, docsExamined } = await explained(mongo.db, command)
        return indexes.includes('pending') && docsExamined <= 20
      }
      expect(
        await waitFor(indexed, { deadlineMs: 30_000, intervalMs: 500, describe: 'a plan over pending' }),
      ).toBe(true)
    }
  })
})
