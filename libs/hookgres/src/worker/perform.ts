import { errorCode, OmniError } from '@omnistream/common'
import {
  type Deliverer,
  type StandardWebhookHeaders,
  signStandardWebhook,
  type Timeouts,
} from '@omnistream/delivery'
import { envelope } from './envelope.ts'
import { type Judging, type Result, resultOf, resultWithoutRequest, unsignable } from './result.ts'
import type { Task } from './task.ts'

export type PerformDeps = Judging & {
  deliverer: Pick<Deliverer, 'deliver'>
  timeouts: Partial<Timeouts>
  now: () => Date
}

/** One attempt at a task, or what stands in its way. Each has its own time and the same id. */
export async function perform(
  deps: PerformDeps,
  { task, waitMs }: { task: Task; waitMs: number },
  signal: AbortSignal,
): Promise<Result> {
  const early = resultWithoutRequest(task, waitMs, deps)
  if (early) return early
  const body = envelope(task)
  const signed = sign(task, body, deps.now())
  if (signed === undefined) return unsignable(task, deps)
  const outcome = await deps.deliverer.deliver({
    ...{ url: task.url, method: 'POST', body, timeouts: deps.timeouts, signal },
    headers: { 'content-type': 'application/json', ...signed },
  })
  const result = resultOf(task, outcome, deps)
  // A lease is longer than an attempt: where it ran out all the same, that is an attempt, or it could go on for ever.
  return errorCode(signal.reason) === 'LEASE_LOST' ? { ...result, refund: false } : result
}

/** Undefined where a secret was spoilt by hand: that must not look like a fault of the process. */
function sign(task: Task, body: Uint8Array, at: Date): StandardWebhookHeaders | undefined {
  try {
    return signStandardWebhook({ id: task.messageId, at, body }, task.secrets)
  } catch (error) {
    if (error instanceof OmniError && error.code === 'INVALID_WEBHOOK_SECRET') return undefined
    throw error
  }
}
