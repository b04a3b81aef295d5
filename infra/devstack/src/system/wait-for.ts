import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until the answer is true.
 * @returns false when the time ran out first
 */
export async function waitFor(
  ask: () => Promise<boolean> | boolean,
  timeoutMs: number,
  intervalMs = 50,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await ask())) {
    if (performance.now() > deadline) return false
    await delay(intervalMs)
  }
  return true
}
