import type { Logger } from '@omnistream/common'
import type { Handler, Job, Verdict, Work } from '../job.ts'
import { delayAfter, type RetryPolicy } from '../retry.ts'
import type { Outcome } from '../store.ts'

export type JudgeOptions = {
  handler: Handler
  policy: RetryPolicy
  onExhausted?: ((job: Job, reason: string | undefined) => Promise<void>) | undefined
  logger: Pick<Logger, 'warn'>
  random(): number
  now(): number
}

const reasonCharsMax = 500

/**
 * Has one job handled and says what becomes of it. A job whose earlier tries all took their process down is not
 * handed over once more.
 */
export async function judge(work: Work, options: JudgeOptions): Promise<Outcome> {
  const { job } = work
  if (job.attempt > options.policy.attempts)
    return await exhaust(job, 'every attempt ended without a result', options)
  const verdict = await handle(work, options)
  switch (verdict.kind) {
    case 'done':
    case 'settled':
      return { kind: verdict.kind }
    case 'drop':
      return { kind: 'failed', ...reasonOf(verdict.reason) }
    case 'later':
      return { kind: 'again', delayMs: until(verdict.at, options), refund: true }
    case 'retry':
      return job.attempt >= options.policy.attempts
        ? await exhaust(job, verdict.reason, options)
        : {
            kind: 'again',
            delayMs: retryDelay(job, verdict, options),
            refund: false,
            ...reasonOf(verdict.reason),
          }
  }
}

async function handle(work: Work, options: JudgeOptions): Promise<Verdict> {
  try {
    return await options.handler(work)
  } catch (error) {
    options.logger.warn({ job: work.job.id, attempt: work.job.attempt, err: error }, 'queue.handler_failed')
    return { kind: 'retry', reason: error instanceof Error ? error.message : 'unknown' }
  }
}

async function exhaust(job: Job, reason: string | undefined, options: JudgeOptions): Promise<Outcome> {
  try {
    await options.onExhausted?.(job, reason)
    return { kind: 'failed', ...reasonOf(reason) }
  } catch (error) {
    // Whoever records the end could not: the job stays, and the attempt that was not made is not counted.
    options.logger.warn({ job: job.id, attempt: job.attempt, err: error }, 'queue.exhausted_not_recorded')
    return { kind: 'again', delayMs: delayAfter(1, undefined, options.random, options.policy), refund: true }
  }
}

const retryDelay = (job: Job, verdict: Extract<Verdict, { kind: 'retry' }>, options: JudgeOptions): number =>
  verdict.at === undefined
    ? delayAfter(job.attempt, verdict.afterMs, options.random, options.policy)
    : until(verdict.at, options)

const until = (at: Date, { now }: JudgeOptions): number => Math.max(0, Math.ceil(at.getTime() - now()))

const reasonOf = (reason: string | undefined): { reason?: string } =>
  reason === undefined ? {} : { reason: reason.slice(0, reasonCharsMax).replaceAll('\0', '').toWellFormed() }
