import { consume, ensureStreams, streamNames, subjects } from '@omnistream/bus'
import { untilAborted, type Worker } from '@omnistream/common'
import { migrate } from '@omnistream/postgres'
import { consumerName } from './consumer-name.ts'
import { type Deliveries, deliveries } from './deliveries.ts'
import { createEndpointTenants } from './events/endpoint-tenants.ts'
import { eventHandler } from './events/handle-events.ts'
import { runRetention } from './run-retention.ts'
import type { SenderParts } from './sender-parts.ts'

const hourMs = 60 * 60_000
/** What an endpoint that was made a moment ago may still miss. */
const tenantsTtlMs = 1_000
const batchMax = 200
const concurrency = 2
const ackWaitMs = 10_000
/** While a server is away a batch waits in the handler: only the deaths of processes count. */
const maxDeliver = 1_000

/** Everything the sender does. Nothing is taken from the bus before the tables are there. */
export function senderWorkers(parts: SenderParts): Worker[] {
  const ready = Promise.withResolvers<void>()
  const whenReady = ({ run, ...worker }: Worker): Worker => ({
    ...worker,
    async run(signal) {
      await Promise.race([ready.promise, untilAborted(signal)])
      if (!signal.aborted) await run?.(signal)
    },
  })
  const delivering = deliveries(parts)
  const { config, hookgres, logger, now } = parts
  const retention = { hookgres, logger, now, days: config.WEBHOOK_RETENTION_DAYS, intervalMs: hourMs }
  return [
    setup(parts, ready.resolve),
    ...[
      delivering.worker,
      events(parts, delivering),
      { name: 'retention', run: (signal: AbortSignal) => runRetention(retention, signal) },
    ].map(whenReady),
  ]
}

function setup({ config, logger, pool, hookgres, learnUuids }: SenderParts, done: () => void): Worker {
  return {
    name: 'setup',
    async run(signal) {
      await migrate(pool, { schema: config.DATABASE_SCHEMA })
      const { applied, schema } = await hookgres.migrate()
      if (applied > 0) logger.info({ schema, applied }, 'webhooks.migrated')
      if (await learnUuids()) logger.warn({}, 'uuids are stored in several forms: run `omnistream doctor`')
      done()
      await untilAborted(signal)
    },
  }
}

/** Takes the events of the suite to hookgres. */
function events(parts: SenderParts, { wake }: Deliveries): Worker {
  const { config, bus, logger, pool, store, uuids, hookgres, senderMetrics } = parts
  const endpointTenants = createEndpointTenants({
    ...{ pool, schema: config.HOOKGRES_SCHEMA, ttlMs: tenantsTtlMs, elapsedMs: () => performance.now() },
  })
  const handle = eventHandler({ pool, store, uuids, logger, hookgres, endpointTenants, senderMetrics, wake })
  return {
    name: 'events',
    async run(signal) {
      if (!(await bus.untilUp(signal))) return
      await ensureStreams(await bus.manager(), config.BUS_PREFIX)
      await consume(
        {
          ...{ bus, logger, durable: consumerName, filter: subjects(config.BUS_PREFIX).allEvents },
          stream: streamNames(config.BUS_PREFIX).events,
          ...{ ackWaitMs, maxDeliver, batchMax, concurrency, handle },
          maxAckPending: batchMax * concurrency * 4,
        },
        signal,
      )
    },
  }
}
