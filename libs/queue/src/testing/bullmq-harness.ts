import { randomBytes } from 'node:crypto'
import { ensureDevstack } from '@omnistream/devstack'
import { Redis } from 'ioredis'
import type { QueueHarness } from '../contract/harness.ts'
import { openBullmq } from './open-bullmq.ts'
import { openedQueues } from './opened-queues.ts'

const name = 'webhook_jobs'

/** Keys under a prefix of their own. */
export async function createBullmqHarness(url?: string): Promise<QueueHarness> {
  const server = url ?? process.env.REDIS_URL ?? (await ensureDevstack({ log: () => {} })).REDIS_URL
  const prefix = `test_${randomBytes(6).toString('hex')}`
  const address = { kind: 'bullmq', url: server, name: prefix } as const
  const queues = await openedQueues(address, openBullmq)
  const redis = new Redis(server)
  redis.on('error', () => {})
  const key = (type: string): string => `${prefix}:${name}:${type}`
  const empty = async (): Promise<void> => {
    for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: 5_000 }))
      if (keys.length > 0) await redis.unlink(keys)
  }
  const feeder = queues.open()
  return {
    open: queues.open,
    openMortal: queues.openMortal,
    proxy: queues.proxy,
    address,
    add: (jobs) => feeder.enqueue(jobs),
    async left() {
      const lists = await Promise.all([
        redis.lrange(key('wait'), 0, -1),
        redis.lrange(key('active'), 0, -1),
        redis.zrange(key('delayed'), 0, -1),
      ])
      return lists.flat().map((id) => decodeURIComponent(id.slice(2)))
    },
    empty,
    async remove() {
      await queues.closeAll()
      await empty()
      redis.disconnect()
    },
  }
}
