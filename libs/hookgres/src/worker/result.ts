import type { Outcome } from '@omnistream/delivery'
import { delayAfter, type RetryPolicy } from '@omnistream/queue'
import { randomId } from '../ids.ts'
import type { Task } from './task.ts'

/** One row of attempts. */
export type AttemptRecord = {
  id: string
  statusCode: number | null
  responseBody: string | null
  error: string | null
  durationMs: number
}

/** What is written of a task. */
export type Result = {
  task: Task
  status: 'pending' | 'succeeded' | 'failed'
  /** Of a pending one: when it is due again, ms from now. */
  delayMs: number
  /** It is due no more until its endpoint is resumed. */
  hold: boolean
  /** The claim costs no attempt. */
  refund: boolean
  error: string | null
  attempt: AttemptRecord | null
  /** What it says of the endpoint, null for nothing. */
  health: 'ok' | 'failed' | 'gone' | null
}

export type Judging = { policy: RetryPolicy; random: () => number }

const untried = { delayMs: 0, hold: false, refund: false, error: null, attempt: null, health: null }

/** What is to be done of a task without a request; undefined where one is to be made. */
export function resultWithoutRequest(task: Task, waitMs: number, { policy }: Judging): Result | undefined {
  if (task.disabled) {
    const error = `The endpoint is disabled${task.disabledReason ? `: ${task.disabledReason}` : ''}`
    const attempt = { id: randomId('att'), statusCode: null, responseBody: null, error, durationMs: 0 }
    return { ...untried, task, status: 'failed', error, attempt }
  }
  // Before the count: a claim that is only held back costs nothing.
  if (task.paused) return { ...untried, task, status: 'pending', hold: true, refund: true }
  if (task.attempt > policy.attempts)
    return { ...untried, task, status: 'failed', error: 'Every attempt ended without a result' }
  if (waitMs > 0) return { ...untried, task, status: 'pending', delayMs: waitMs, refund: true }
  return undefined
}

/** A pause after the process itself had no connection free, ms. */
const noConnectionMs = 1_000

/** What is to be written after a request. */
export function resultOf(task: Task, outcome: Outcome, { policy, random }: Judging): Result {
  const error = outcome.kind === 'delivered' ? null : outcome.error
  const attempt: AttemptRecord = {
    ...{ id: randomId('att'), error, durationMs: outcome.durationMs },
    statusCode: 'status' in outcome ? (outcome.status ?? null) : null,
    responseBody: 'responseBody' in outcome ? (outcome.responseBody ?? null) : null,
  }
  const made = { ...untried, task, error, attempt }
  switch (outcome.kind) {
    case 'delivered':
      return { ...made, status: 'succeeded', health: 'ok' }
    case 'permanent':
      return { ...made, status: 'failed', health: outcome.gone ? 'gone' : 'failed' }
    case 'blocked':
      return failed(made, undefined, { policy, random })
    case 'retryable':
      // Neither is the receiver's doing. What was stopped may have reached it, so it is shown.
      if (outcome.code === 'stopped') return { ...made, status: 'pending', refund: true }
      if (outcome.code === 'no_connection')
        return { ...made, status: 'pending', refund: true, attempt: null, delayMs: noConnectionMs }
      return failed(made, outcome.retryAfterMs, { policy, random })
  }
}

/** The same for a request that could not even be signed. */
export const unsignable = (task: Task, judging: Judging): Result => {
  const error = 'The request cannot be signed: the secret of the endpoint cannot be read'
  const attempt = { id: randomId('att'), statusCode: null, responseBody: null, error, durationMs: 0 }
  return failed({ ...untried, task, error, attempt }, undefined, judging)
}

function failed(
  made: Omit<Result, 'status'>,
  retryAfterMs: number | undefined,
  { policy, random }: Judging,
): Result {
  const { attempt } = made.task
  if (attempt >= policy.attempts) return { ...made, status: 'failed', health: 'failed' }
  const delayMs = delayAfter(attempt, retryAfterMs, random, policy)
  return { ...made, status: 'pending', health: 'failed', delayMs }
}
