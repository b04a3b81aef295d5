import { createDeliverer, type GuardOptions } from '@omnistream/delivery'
import { createPostgresQueue, type Handler, runDispatcher, type Verdict } from '@omnistream/queue'
import type { Context } from '../hookgres-context.ts'
import { sourceOf } from '../schema/tables.ts'
import type { OnEvent } from './events.ts'
import { createOutbox } from './outbox.ts'
import { perform } from './perform.ts'
import { createRecorder } from './recorder.ts'
import { releaseStranded } from './release-stranded.ts'
import { createTaker } from './take-tasks.ts'
import { type WorkerOptions, workerSettings } from './worker-options.ts'

export type Worker = {
  /** Delivers what is due until `close`. Waits out a database that is away; never rejects because of a receiver. */
  run(): Promise<void>
  /** Something may be due, for example after a send has been committed: do not wait for the next look. */
  wake(): Promise<void>
  /** Takes nothing more, waits for what is in hand (10 s), gives the rest back. A second call waits for the first. */
  close(options?: { deadlineMs?: number }): Promise<void>
}

export type WorkerDeps = { context: Context; guard: GuardOptions; tell: OnEvent; now: () => Date }

/**
 * Every try that the queue should make by its own count: the row alone says when a delivery has used up its attempts. Its
 * pauses are for faults of ours, like a database that went away.
 */
const queuePolicy = { attempts: Number.MAX_SAFE_INTEGER, baseMs: 1_000, factor: 2, capMs: 60_000 }
const afterOutageMs = 1_000
const strandedEveryMs = 30_000

/** Takes due deliveries, makes one attempt at each, records it. Any number of workers share the rows. */
export function createWorker(deps: WorkerDeps, options: WorkerOptions = {}): Worker {
  const { context, tell, now } = deps
  const { pool, tables, logger } = context
  const settings = workerSettings(options)
  const queue = options.queue ?? createPostgresQueue({ pool, source: sourceOf(tables.schema), logger })
  const deliverer = options.deliverer ?? createDeliverer({ guard: deps.guard })
  const isFed = queue.feeding === 'dispatcher'
  const idle = new AbortController()
  const leaving = new AbortController()
  const take = createTaker(context, { ...settings, isFed })
  const record = createRecorder(context, {
    ...settings,
    ...{ patienceMs: settings.leaseMs, tell, signal: leaving.signal },
  })
  const performing = {
    deliverer,
    timeouts: settings.timeouts,
    policy: settings.policy,
    random: Math.random,
    now,
  }
  // The row is written by then; a driver that is fed gets a further attempt from the row when it is due.
  const ended: Verdict = isFed ? { kind: 'done' } : { kind: 'settled' }

  const handle: Handler = async (work) => {
    const taken = await take(work).catch((error: unknown) => {
      logger.warn({ err: error, delivery: work.job.id }, 'hookgres.load_failed')
      return 'away' as const
    })
    if (taken === 'away') return { kind: 'later', at: new Date(Date.now() + afterOutageMs) }
    if (taken !== undefined) await record(await perform(performing, taken, work.signal))
    return ended
  }

  const run = async (): Promise<void> => {
    const dispatching = { source: createOutbox(context, settings.restMs), queue, logger }
    await Promise.all([
      queue.consume(handle, { ...settings, policy: queuePolicy }),
      runDispatcher({ ...dispatching, intervalMs: settings.intervalMs }, idle.signal),
      releaseStranded(context, strandedEveryMs, idle.signal),
    ])
  }

  const close = async (deadlineMs: number | undefined): Promise<void> => {
    idle.abort()
    await queue.close(deadlineMs === undefined ? {} : { deadlineMs })
    leaving.abort()
    if (options.deliverer === undefined) await deliverer.close()
  }
  let closing: Promise<void> | undefined
  return {
    run,
    wake: () => (closing === undefined ? queue.enqueue([]) : Promise.resolve()),
    close({ deadlineMs } = {}) {
      closing ??= close(deadlineMs)
      return closing
    },
  }
}
