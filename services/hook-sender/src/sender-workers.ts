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

/**
 * Everything the sender does. Nothing is delivered before the tables are there, and nothing is taken from the bus before
 * it is known how ids are stored: what was sent already is delivered also while MongoDB is away.
 */
export function senderWorkers(parts: SenderParts): Worker[] {
  const tables = Promise.withResolvers<void>()
  const ids = Promise.withResolvers<void>()
  const after = (ready: Promise<void>, { run, ...worker }: Worker): Worker => ({
    ...worker,
    async run(signal) {
      await Promise.race([ready, untilAborted(signal)])
      if (!signal.aborted) await run?.(signal)
    },
  })
  const delivering = deliveries(parts)
  const { config, hookgres, logger, now } = parts
  const retention = { hookgres, logger, now, days: config.WEBHOOK_RETENTION_DAYS, intervalMs: hourMs }
  return [
    setup(parts, { tablesReady: tables.resolve, idsReady: ids.resolve }),
    after(tables.promise, delivering.worker),
    after(ids.promise, events(parts, delivering)),
    after(tables.promise, { name: 'retention', run: (signal) => runRetention(retention, signal) }),
  ]
}

function setup(
  { config, logger, pool, hookgres, learnUuids }: SenderParts,
  { tablesReady, idsReady }: { tablesReady(): void; idsReady(): void },
): Worker {
  return {
    name: 'setup',
    async run(signal) {
      await migrate(pool, { schema: config.DATABASE_SCHEMA })
      const { applied, schema } = await hookgres.migrate()
      if (applied > 0) logger.info({ schema, applied }, 'webhooks.migrated')
      tablesReady()
      if (await learnUuids()) logger.warn({}, 'uuids are stored in several forms: run `omnistream doctor`')
      idsReady()
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
