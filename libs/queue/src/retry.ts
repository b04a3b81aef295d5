import { backoffMs } from '@omnistream/common'

export type RetryPolicy = {
  /** Tries in all, the first included. */
  attempts: number
  /** Longest delay after the first try, ms. */
  baseMs: number
  /** What each further try multiplies it by. */
  factor: number
  /** Longest delay of all, ms; also the most that a Retry-After is heeded. */
  capMs: number
}

/**
 * The one retry policy, whatever the driver: ten tries within at most 19½ hours, half of that on average. Full jitter,
 * so that what failed together does not come back together.
 */
export const RETRY: RetryPolicy = { attempts: 10, baseMs: 5_000, factor: 4, capMs: 6 * 60 * 60 * 1_000 }

/**
 * The pause after a failed try, whole ms: random between 0 and min(cap, base * factor^(attempt - 1)).
 * `attempt` is the one that failed, from 1.
 */
export const delayOf = (
  attempt: number,
  random: () => number = Math.random,
  policy: RetryPolicy = RETRY,
): number =>
  backoffMs(attempt - 1, { baseMs: policy.baseMs, factor: policy.factor, maxMs: policy.capMs }, random)

/** The same where the receiver has said when to come back (Retry-After, ms): not before that, bound by the cap. */
export const delayAfter = (
  attempt: number,
  afterMs: number | undefined,
  random: () => number = Math.random,
  policy: RetryPolicy = RETRY,
): number => {
  const asked = afterMs !== undefined && afterMs > 0 ? Math.min(Math.ceil(afterMs), policy.capMs) : 0
  return Math.max(asked, delayOf(attempt, random, policy))
}
