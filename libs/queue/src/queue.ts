import type { Handler, Job, NewJob } from './job.ts'
import type { RetryPolicy } from './retry.ts'

export const queueDrivers = ['postgres', 'mongo', 'bullmq'] as const
export type QueueDriver = (typeof queueDrivers)[number]

export type ConsumeOptions = {
  /** Jobs in hand at once in this process. */
  concurrency: number
  /** Jobs of one group in hand at once in this process; as many as `concurrency` where left out. */
  perGroupConcurrency?: number
  /** How long a job is kept from others without a heartbeat, ms. */
  leaseMs: number
  /** How often an empty queue is looked at, ms. */
  pollMs?: number
  /** `RETRY` where left out. */
  policy?: RetryPolicy
  /**
   * The job has used up its tries: it asked for another one after the last, or the last ones took their process down.
   * The caller writes that into its row; if this throws, the job stays and comes again.
   */
  onExhausted?(job: Job, reason: string | undefined): Promise<void>
}

/** Moves ids of work. The truth of the work is elsewhere: to lose all a driver holds costs a delay. */
export type Queue = {
  readonly driver: QueueDriver
  /** `none`: the rows themselves are the queue. `dispatcher`: the outbox dispatcher must feed it. */
  readonly feeding: 'none' | 'dispatcher'
  /**
   * Puts jobs in. Idempotent by id while the job is there: an id that waits is only brought forward where the new time
   * is earlier, one in a handler's hands stays as it is. Where the rows are the queue it only wakes the consumers of
   * this process.
   * @throws {OmniError} JOB_INVALID before anything is put in; whatever the store throws while it is away.
   */
  enqueue(jobs: readonly NewJob[]): Promise<void>
  /**
   * Hands due jobs over until `close`, each to one handler at a time and at least once. Outages of the store are waited
   * for. Resolves once closed; never rejects because of a handler or a store.
   */
  consume(handler: Handler, options: ConsumeOptions): Promise<void>
  /**
   * Claims nothing any more, waits for what is in hand up to `deadlineMs` (10,000), then aborts it and gives back what
   * is left without the cost of an attempt. A second call waits for the first.
   */
  close(options?: { deadlineMs?: number }): Promise<void>
}
