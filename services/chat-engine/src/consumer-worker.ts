import { consume, ensureStreams, streamNames } from '@omnistream/bus'
import type { Worker } from '@omnistream/common'
import { handleDeliveries } from './batch/handle-deliveries.ts'
import { markAudit } from './batch/mark-audit.ts'
import type { Job } from './batch/types.ts'
import type { EngineParts } from './engine-parts.ts'
import { noteRows } from './ledger/note-rows.ts'
import { noteGivenUp } from './replay/process-replay.ts'

export type Lane = {
  name: string
  durable: string
  filter: string
  process(jobs: readonly Job[]): Promise<void>
}

/** Messages a worker takes at once, each naming up to 200 payloads: what one that dies gives back stays small. */
const messagesMax = 32
/** High enough for those that wait beside a payload that kills, again and again, and for a night of restarts. */
const maxDeliver = 1_000

/** Reads one durable consumer of the stream WEBHOOKS and works off what it names. */
export function consumerWorker({ name, durable, filter, process }: Lane, parts: EngineParts): Worker {
  const { config, logger, bus, store, batch, now } = parts
  const deps = {
    ...{ audit: store.webhookAudit, uuids: batch.uuids, logger, now, checkpoint: batch.checkpoint, process },
    jobsMax: config.ENGINE_BATCH_MAX_ITEMS,
    attemptsMax: config.ENGINE_ATTEMPTS_MAX,
    markGivenUp: (job: Job, error: string) => markGivenUp(job, error, parts),
    noteChanged: (rows: readonly Job['row'][]) => noteRows(rows, parts.note),
  }
  return {
    name,
    async run(signal) {
      if (!(await bus.untilUp(signal))) return
      await ensureStreams(await bus.manager(), config.BUS_PREFIX)
      await consume(
        {
          ...{ bus, logger, durable, filter, stream: streamNames(config.BUS_PREFIX).webhooks },
          ackWaitMs: config.ENGINE_ACK_WAIT,
          // The engine counts itself and marks the row; the server's own limit would leave it unmarked.
          maxDeliver,
          maxAckPending: messagesMax * config.ENGINE_CONCURRENCY * 8,
          batchMax: messagesMax,
          concurrency: config.ENGINE_CONCURRENCY,
          handle: (deliveries, handleSignal) => handleDeliveries(deliveries, handleSignal, deps),
        },
        signal,
      )
    },
  }
}

async function markGivenUp(job: Job, error: string, parts: EngineParts): Promise<void> {
  parts.engineMetrics.givenUp()
  await noteGivenUp(job, error, parts.batch)
  if (job.replay?.dryRun !== true) {
    await markAudit([{ ...job, items: [], error }], parts.store.webhookAudit, parts.now())
  }
}
