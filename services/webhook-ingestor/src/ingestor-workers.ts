import { ensureStreams, streamNames } from '@omnistream/bus'
import { untilAborted, type Worker } from '@omnistream/common'
import { setupIndexes } from '@omnistream/mongo'
import type { IngestorParts } from './ingestor-parts.ts'
import { runSweeper } from './publish/sweeper.ts'

/** What goes on beside the HTTP edge. None of it holds up a webhook. */
export function ingestorWorkers(parts: IngestorParts): Worker[] {
  const { config, logger, mongo, bus, on, directory, store, publisher, uuids } = parts
  const sweeper = {
    ...{ collection: store.webhookAudit, bus, subjects: on, publisher, uuids, logger, now: Date.now },
    ...{ intervalMs: config.SWEEP_INTERVAL, afterMs: config.SWEEP_AFTER },
    consumer: { stream: streamNames(config.BUS_PREFIX).webhooks, durable: 'chat-engine' },
  }
  return [
    {
      name: 'indexes',
      async run(signal) {
        const actions = await setupIndexes(mongo.db, { auditDays: config.WEBHOOK_AUDIT_RETENTION_DAYS })
        for (const action of actions) if (action.action !== 'unchanged') logger.info(action, 'index')
        await untilAborted(signal)
      },
    },
    {
      name: 'streams',
      async run(signal) {
        if (!(await bus.untilUp(signal))) return
        const reports = await ensureStreams(await bus.manager(), config.BUS_PREFIX)
        for (const report of reports) if (report.action !== 'unchanged') logger.info(report, 'stream')
        await untilAborted(signal)
      },
    },
    { name: 'accounts', start: (signal) => directory.start(signal) },
    { name: 'sweeper', run: (signal) => runSweeper(sweeper, signal) },
  ]
}
