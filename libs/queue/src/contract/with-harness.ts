import { it } from 'vitest'
import type { QueueHarness, SetupQueue } from './harness.ts'

/** A test with a store of its own, which is removed whatever happens. */
export function withHarness(
  setup: SetupQueue,
): (name: string, test: (own: QueueHarness) => Promise<void>, timeoutMs?: number) => void {
  return (name, test, timeoutMs) => {
    it(
      name,
      async () => {
        const own = await setup()
        try {
          await test(own)
        } finally {
          await own.remove()
        }
      },
      timeoutMs,
    )
  }
}
