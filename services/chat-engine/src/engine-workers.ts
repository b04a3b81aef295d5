import { randomUUID } from 'node:crypto'
import { channels } from '@omnistream/channels'
import { untilAborted, type Worker } from '@omnistream/common'
import { setupIndexes } from '@omnistream/mongo'
import { migrate } from '@omnistream/postgres'
import { runAdoption } from './adopt-rows.ts'
import { processBatch } from './batch/process-batch.ts'
import { consumerNames } from './consumer-names.ts'
import { consumerWorker } from './consumer-worker.ts'
import { runDriftTeller } from './drift/tell-drift.ts'
import type { EngineParts } from './engine-parts.ts'
import { createLedgerMetrics } from './ledger/ledger-metrics.ts'
import { ledgerWorkers } from './ledger/ledger-workers.ts'
import { runMergedMover } from './merges/run-mover.ts'
import { processReplay } from './replay/process-replay.ts'
import { runReplayWorker } from './replay/replay-worker.ts'
import { runExpiryWatch } from './watch-expiry.ts'

const hourMs = 60 * 60_000

/**
 * Everything the engine does. Nothing is parsed before the tables and indexes are there: it would fail for no
 * fault of its own.
 */
export function engineWorkers(parts: EngineParts, media: readonly Worker[]): Worker[] {
  const ready = Promise.withResolvers<void>()
  const whenReady = ({ run, ...worker }: Worker): Worker => ({
    ...worker,
    async run(signal) {
      await Promise.race([ready.promise, untilAborted(signal)])
      if (!signal.aborted) await run?.(signal)
    },
  })
  return [
    setup(parts, ready.resolve),
    { name: 'accounts', start: (signal) => parts.batch.directory.start(signal) },
    ...[...lanes(parts), ...keepers(parts), ...watchers(parts), ...media].map(whenReady),
  ]
}

function setup({ config, logger, mongo, batch, learnUuids }: EngineParts, done: () => void): Worker {
  return {
    name: 'setup',
    async run(signal) {
      await migrate(batch.pool, { schema: config.DATABASE_SCHEMA })
      const actions = await setupIndexes(mongo.db, { auditDays: config.WEBHOOK_AUDIT_RETENTION_DAYS })
      for (const action of actions) if (action.action !== 'unchanged') logger.info(action, 'index')
      if (await learnUuids()) logger.warn({}, 'uuids are stored in several forms: run `omnistream doctor`')
      done()
      await untilAborted(signal)
    },
  }
}

/** What is live and what is replayed come from consumers of their own. */
function lanes(parts: EngineParts): Worker[] {
  const { on, batch, engineMetrics, config, logger, store } = parts
  const live = {
    ...{ name: 'live', durable: consumerNames.live, filter: on.allWebhooks },
    process: async (jobs: Parameters<typeof processBatch>[0]) => {
      await processBatch(jobs, batch)
      engineMetrics.parsed(jobs)
    },
  }
  const replay = {
    ...{ name: 'replay', durable: consumerNames.replay, filter: on.allReplays },
    process: (jobs: Parameters<typeof processReplay>[0]) => processReplay(jobs, batch),
  }
  const runner = {
    ...{ pool: batch.pool, bus: parts.bus, subjects: on, collections: store, uuids: batch.uuids, logger },
    ...{ now: Date.now, leaseMs: 15_000, pageMax: config.ENGINE_BATCH_MAX_ITEMS, pollMs: 500 },
  }
  return [
    consumerWorker(live, parts),
    consumerWorker(replay, parts),
    { name: 'replay-runner', run: (signal) => runReplayWorker(runner, signal) },
  ]
}

/** What keeps stored data in order. */
function keepers({ batch, store, config, logger, now, engineMetrics, note }: EngineParts): Worker[] {
  const { pool, uuids, directory } = batch
  const audit = store.webhookAudit
  const adoption = {
    ...{ audit, directory, uuids, logger, note, intervalMs: 2_000 },
    channelIds: Object.keys(channels),
  }
  const expiry = {
    ...{ audit, logger, now, intervalMs: hourMs, onExpiring: engineMetrics.expiring },
    retentionDays: config.WEBHOOK_AUDIT_RETENTION_DAYS,
  }
  const mover = {
    ...{ pool, messages: store.messages, uuids, logger, now, newRev: randomUUID },
    ...{ bus: batch.bus, subjects: batch.subjects },
    ...{ intervalMs: 1_000, settleMs: 60_000 },
  }
  return [
    { name: 'adoption', run: (signal) => runAdoption(adoption, signal) },
    { name: 'expiry-watch', run: (signal) => runExpiryWatch(expiry, signal) },
    { name: 'merged-mover', run: (signal) => runMergedMover(mover, signal) },
  ]
}

/** What looks after the engine itself: whether everything came to something, and what nobody understands. */
function watchers({ batch, store, config, logger, metrics, now }: EngineParts): Worker[] {
  const { pool, bus, subjects, uuids } = batch
  const ledger = {
    ...{ pool, bus, subjects, uuids, logger, now, audit: store.webhookAudit },
    ledgerMetrics: createLedgerMetrics(metrics),
    graceMs: config.LEDGER_GRACE,
    retentionDays: config.WEBHOOK_AUDIT_RETENTION_DAYS,
  }
  const drift = { pool, bus, subjects, logger, now, intervalMs: 1_000 }
  return [...ledgerWorkers(ledger), { name: 'drift-teller', run: (signal) => runDriftTeller(drift, signal) }]
}
