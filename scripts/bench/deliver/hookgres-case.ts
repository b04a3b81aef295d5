import { silentLogger } from '@omnistream/common'
import { createDeliverer, type Deliverer } from '@omnistream/delivery'
import { createHookgres } from '@omnistream/hookgres'
import { createPool } from '@omnistream/postgres'
import { createQueue, type QueueDriver } from '@omnistream/queue'
import type { Tenancy } from '../../../tests/support/tenancy.ts'
import { type BenchCase, concurrency, countdown, poolMax } from './bench-case.ts'
import { benchPayload, benchSecret } from './payload.ts'

export type HookgresBench = {
  tenancy: Tenancy
  driver: QueueDriver
  redisUrl: string
  /** Where the deliveries go; undefined: no request is made, which leaves what the queue and the rows cost. */
  receiver: string | undefined
}

const endpoints = 8
const chunk = 1_000

/** Deliveries of hookgres: claim, request, attempt and result written down. */
export function hookgresCase({ tenancy, driver, redisUrl, receiver }: HookgresBench): BenchCase {
  const logger = silentLogger()
  const pool = createPool(tenancy.env.DATABASE_URL ?? '', { applicationName: 'bench', logger, max: poolMax })
  let ticking = countdown(0)
  const hookgres = createHookgres({
    ...{ pool, schema: tenancy.env.HOOKGRES_SCHEMA ?? 'hookgres', logger, guard: { allow: ['127.0.0.1'] } },
    onEvent: ({ type }) => {
      if (type === 'delivery.succeeded') ticking.tick()
      else throw new Error(`a delivery of the bench failed: ${type}`)
    },
  })
  const real = createDeliverer({
    guard: { allow: ['127.0.0.1'] },
    connections: { perOrigin: concurrency, total: concurrency },
  })
  const deliverer: Deliverer = receiver === undefined ? { ...real, deliver: atOnce } : real
  const tenantId = `bench-${driver}-${receiver === undefined ? 'none' : 'http'}`
  let isReady = false

  const setUp = async (): Promise<void> => {
    await hookgres.migrate()
    for (let n = 0; n < endpoints; n++) {
      const url = `${receiver ?? 'http://127.0.0.1:9'}/${n}`
      await hookgres.endpoints.create({ tenantId, url, eventTypes: [`bench.${n}`], secret: benchSecret })
    }
    isReady = true
  }

  return {
    name: receiver === undefined ? `hookgres, ${driver}, without the request` : `hookgres, ${driver}`,
    async prepare(jobs) {
      if (!isReady) await setUp()
      for (let from = 0; from < jobs; from += chunk) {
        const length = Math.min(chunk, jobs - from)
        await hookgres.sendMany(
          Array.from({ length }, (_, n) => ({
            ...{ tenantId, eventType: `bench.${n % endpoints}`, payload: benchPayload },
          })),
        )
      }
      await pool.query(`analyze ${hookgres.source.table}`)
    },
    async run(jobs) {
      ticking = countdown(jobs)
      const queue = await createQueue({
        ...{ driver, name: `${hookgres.schema}_deliveries`, logger, pool, source: hookgres.source },
        ...{ db: tenancy.mongo.db, redisUrl },
      })
      const perEndpointConcurrency = concurrency / endpoints
      const worker = hookgres.createWorker({ queue, deliverer, concurrency, perEndpointConcurrency })
      const running = worker.run()
      await ticking.done
      await worker.close()
      await running
    },
    async close() {
      await real.close()
      await pool.end()
    },
  }
}

const atOnce: Deliverer['deliver'] = async () => ({
  ...{ kind: 'delivered', status: 204, responseBody: '', durationMs: 0 },
})
