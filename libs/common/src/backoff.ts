export type BackoffPolicy = { baseMs: number; maxMs: number; factor?: number }

/**
 * Exponential backoff with full jitter: a random time between 0 and min(maxMs, baseMs * factor^attempt).
 * `attempt` counts from 0. Out: whole milliseconds.
 */
export const backoffMs = (
  attempt: number,
  policy: BackoffPolicy,
  random: () => number = Math.random,
): number => {
  const ceiling = Math.min(policy.maxMs, policy.baseMs * (policy.factor ?? 2) ** Math.max(0, attempt))
  return Math.floor(random() * ceiling)
}
