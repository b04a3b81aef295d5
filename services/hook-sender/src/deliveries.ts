import { untilAborted, type Worker } from '@omnistream/common'
import { createDeliverer, defaultPoolLimits } from '@omnistream/delivery'
import type { Worker as HookWorker } from '@omnistream/hookgres'
import { createQueue } from '@omnistream/queue'
import type { SenderParts } from './sender-parts.ts'

export type Deliveries = {
  worker: Worker
  /** Something was sent: the next look need not be waited for. */
  wake(): Promise<void>
}

/** How long a claim lasts: an attempt, and the time to write down what came of it, also where PostgreSQL is slow. */
const leaseOf = (attemptMs: number): number => Math.max(3 * attemptMs, attemptMs + 10_000)
/** What is left of the grace for the rest, once what is in hand was waited for. */
const graceShare = 0.8

/** Makes the requests, by the queue that the settings name. */
export function deliveries(parts: SenderParts): Deliveries {
  const { config, hookgres, logger, pool, mongo } = parts
  const deliverer = createDeliverer({
    guard: parts.guard,
    connections: {
      perOrigin: Math.max(defaultPoolLimits.perOrigin, config.WEBHOOK_ENDPOINT_CONCURRENCY),
      total: Math.max(defaultPoolLimits.total, config.WEBHOOK_CONCURRENCY),
    },
  })
  const totalMs = config.WEBHOOK_TIMEOUT
  let current: HookWorker | undefined

  const begin = async (): Promise<HookWorker> => {
    const queue = await createQueue({
      ...{ driver: config.WEBHOOK_QUEUE_DRIVER, name: `${hookgres.schema}_deliveries`, logger },
      ...{ pool, source: hookgres.source, db: mongo.db, redisUrl: config.REDIS_URL },
    })
    return hookgres.createWorker({
      ...{ queue, deliverer, concurrency: config.WEBHOOK_CONCURRENCY, leaseMs: leaseOf(totalMs) },
      perEndpointConcurrency: config.WEBHOOK_ENDPOINT_CONCURRENCY,
      timeouts: { connectMs: config.WEBHOOK_CONNECT_TIMEOUT, headersMs: totalMs, totalMs },
      disableAfterMs: config.WEBHOOK_DISABLE_AFTER === 0 ? null : config.WEBHOOK_DISABLE_AFTER,
    })
  }

  return {
    wake: async () => await current?.wake(),
    worker: {
      name: 'deliveries',
      async run(signal) {
        const worker = await begin()
        current = worker
        const close = (): Promise<void> => worker.close({ deadlineMs: config.SHUTDOWN_GRACE * graceShare })
        try {
          await Promise.all([worker.run(), untilAborted(signal).then(close)])
        } finally {
          current = undefined
          await close()
        }
      },
      stop: () => deliverer.close(),
    },
  }
}
