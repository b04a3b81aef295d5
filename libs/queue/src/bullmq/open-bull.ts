import type { Logger } from '@omnistream/common'
import { Queue as BullQueue, type Job, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { NewJob } from '../job.ts'
import { toBullId } from './job-ids.ts'

export type BullData = { id: string; group: string; attempt: number }
export type BullJob = Job<BullData>

/** What a try that is to be made again ends with; BullMQ hands it to the backoff strategy. */
export class Pause extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super('to be tried again')
    this.delayMs = delayMs
  }
}

export type BullParts = {
  delayedKey: string
  add(jobs: readonly NewJob[], now: number): Promise<void>
  /** A worker that is asked for jobs and runs nothing by itself, with the search for dead workers' jobs. */
  worker(leaseMs: number): Promise<Worker<BullData>>
  changeDelay(bullId: string, delayMs: number): Promise<void>
  close(): Promise<void>
}

/** How often and how far: settled by the one policy of all drivers, which ends a job before this does. */
const attempts = 2 ** 31 - 1
const eventsMax = 1_000

/** BullMQ on a connection of ours, which it leaves open. */
export function openBull(
  redis: Redis,
  { name, prefix }: { name: string; prefix: string },
  logger: Pick<Logger, 'warn'>,
): BullParts {
  // Its own check would ask the server at a moment when it may just be gone, and never recover from that.
  const base = { connection: redis, prefix, skipVersionCheck: true }
  const queue = new BullQueue<BullData>(name, { ...base, streams: { events: { maxLen: eventsMax } } })
  const workers = new Map<number, Worker<BullData>>()
  const warn = (error: Error): void => {
    if (redis.status === 'ready') logger.warn({ err: error }, 'queue.bullmq_failed')
  }
  queue.on('error', warn)

  const openWorker = (leaseMs: number): Worker<BullData> => {
    const worker = new Worker<BullData>(name, null, {
      ...base,
      ...{ autorun: false, lockDuration: leaseMs, stalledInterval: Math.max(50, Math.floor(leaseMs / 2)) },
      // A job that takes its workers down is ended by the policy, which counts those attempts too.
      maxStalledCount: attempts,
      settings: {
        backoffStrategy: (_attempt: number, _type?: string, error?: Error) =>
          error instanceof Pause ? error.delayMs : 0,
      },
    })
    worker.on('error', warn)
    return worker
  }

  return {
    delayedKey: queue.toKey('delayed'),
    async add(jobs, now) {
      await queue.addBulk(
        jobs.map(({ id, group, runAt, attempt = 0 }) => ({
          name: 'job',
          data: { id, group, attempt },
          opts: {
            jobId: toBullId(id),
            delay: Math.max(0, (runAt?.getTime() ?? now) - now),
            ...{ attempts, backoff: { type: 'policy' }, stackTraceLimit: 0 },
            ...{ removeOnComplete: true, removeOnFail: true },
          },
        })),
      )
    },
    async worker(leaseMs) {
      const known = workers.get(leaseMs)
      if (known) return known
      const worker = openWorker(leaseMs)
      workers.set(leaseMs, worker)
      await worker.startStalledCheckTimer()
      return worker
    },
    changeDelay: (bullId, delayMs) => queue.getBackend().changeDelay(bullId, delayMs),
    async close() {
      await Promise.all([...workers.values()].map((worker) => worker.close(true)))
      await queue.close()
    },
  }
}
