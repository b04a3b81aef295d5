import { silentLogger } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import { createTestMongo } from '@omnistream/mongo/testing/test-mongo'
import { createPool } from '@omnistream/postgres/pool'
import { createMongoQueue, createPostgresQueue, createQueue, type Queue } from '@omnistream/queue'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
const cleaners: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(async () => {
  await own.remove()
  for (const clean of cleaners.splice(0).toReversed()) await clean()
})

/** A queue that must be fed, and what makes it forget everything. */
type Fed = { queue: Queue; empty(): Promise<unknown> }
const logger = silentLogger()

const drivers: Record<string, () => Promise<Fed>> = {
  async postgres() {
    const pool = createPool(own.url, {
      applicationName: 'omnistream-test',
      logger,
      schema: own.schema,
      max: 3,
    })
    cleaners.push(() => pool.end())
    return { queue: createPostgresQueue({ pool, logger }), empty: () => pool.query('truncate webhook_jobs') }
  },
  async mongo() {
    const mongo = await createTestMongo()
    cleaners.push(() => mongo.remove())
    const queue = createMongoQueue({ db: mongo.db, name: 'hookgres', logger })
    return { queue, empty: () => mongo.db.collection('hookgres').deleteMany({}) }
  },
  async bullmq() {
    const redisUrl = process.env.REDIS_URL ?? (await ensureDevstack({ log: () => {} })).REDIS_URL
    const name = `hookgres-${own.schema}`
    const redis = new Redis(redisUrl)
    const empty = async (): Promise<void> => {
      const keys = await redis.keys(`omnistream:${name}:*`)
      if (keys.length > 0) await redis.unlink(keys)
    }
    cleaners.push(async () => {
      await empty()
      redis.disconnect()
    })
    return { queue: await createQueue({ driver: 'bullmq', redisUrl, name, logger }), empty }
  },
}

it.each(Object.keys(drivers))(
  '%s delivers what the rows say, retries by the rows, and losing its store costs a delay only',
  async (driver) => {
    const fed = await drivers[driver]?.()
    if (fed === undefined) throw new Error('no such driver')
    expect(fed.queue.feeding).toBe('dispatcher')
    const receiver = await own.receiver(({ body }) => {
      const { data } = JSON.parse(body) as { data: number }
      const made = receiver.received.filter((one) => one.body === body).length
      return data % 5 === 0 && made === 1 ? 500 : 200
    })
    for (const n of [0, 1, 2]) await own.endpoint(`${receiver.url}/${n}`, { eventTypes: [`e${n}`] })
    await own.hookgres.sendMany(
      Array.from({ length: 60 }, (_, n) => ({ tenantId, eventType: `e${n % 3}`, payload: n })),
    )
    const dispatch = { intervalMs: 50, restMs: 1_500 }
    own.work({ queue: fed.queue, concurrency: 6, dispatch })
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(5)
    await fed.empty()
    await own.settled(30_000)
    const page = await own.hookgres.deliveries.list({ tenantId, status: 'succeeded', limit: 100 })
    expect(page.ok && page.items.length).toBe(60)
    expect(page.ok && page.items.filter(({ attemptCount }) => attemptCount === 2)).toHaveLength(12)
  },
)
