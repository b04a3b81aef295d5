import { backoffMs, type Logger, sleep, untilAborted } from '@omnistream/common'
import type { NewJob } from './job.ts'
import type { Queue } from './queue.ts'

/** The rows that hold the truth, seen as an outbox. */
export type OutboxSource = {
  /**
   * Up to `limit` rows whose work is due and nobody has, found by state and lease, never by "id greater than"
   * (lessons #29). What was given out rests for a time of the source's own, or until `fed` says that it went out;
   * after that it is given again, so that a driver that has lost its store is filled anew.
   */
  due(limit: number): Promise<NewJob[]>
  /** These have been enqueued. */
  fed?(jobs: readonly NewJob[]): Promise<void>
}

export type DispatcherOptions = {
  source: OutboxSource
  queue: Queue
  intervalMs: number
  logger: Pick<Logger, 'warn'>
  /** Jobs read and put in together; 500 where left out. */
  batchMax?: number
  random?: () => number
}

const outageMaxMs = 5_000

/**
 * Feeds a queue from the rows until `signal` aborts. Outages of either side are waited for. Where the rows are the
 * queue there is nothing to do.
 */
export async function runDispatcher(options: DispatcherOptions, signal: AbortSignal): Promise<void> {
  if (options.queue.feeding === 'none') return await untilAborted(signal)
  const outage = { baseMs: options.intervalMs, maxMs: Math.max(outageMaxMs, options.intervalMs) }
  let failures = 0
  let last = ''
  while (!signal.aborted) {
    try {
      const { jobs, isFull } = await feed(options)
      failures = 0
      const span = `${jobs[0]?.id} ${jobs.at(-1)?.id}`
      // A full batch means that more are waiting; the same one again, that the source does not let it rest.
      if (isFull && span !== last) {
        last = span
        continue
      }
      last = ''
      await sleep(options.intervalMs, signal)
    } catch (error) {
      options.logger.warn({ err: error, failures }, 'dispatcher.failed')
      await sleep(backoffMs(failures++, outage, options.random), signal)
    }
  }
}

async function feed({
  source,
  queue,
  batchMax = 500,
}: DispatcherOptions): Promise<{ jobs: NewJob[]; isFull: boolean }> {
  const jobs = await source.due(batchMax)
  if (jobs.length > 0) {
    await queue.enqueue(jobs)
    await source.fed?.(jobs)
  }
  return { jobs, isFull: jobs.length >= batchMax }
}
