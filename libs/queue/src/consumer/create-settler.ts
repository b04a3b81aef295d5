import { backoffMs, createBatcher, type Logger, sleep } from '@omnistream/common'
import type { Claim, Outcome, Settlement, Store } from '../store.ts'

export type Settler = {
  /** Resolves when the store has it; goes on trying while the store is away, until `signal` aborts. */
  settle(claim: Claim, outcome: Outcome, signal: AbortSignal): Promise<void>
  /** Out: whether the lease was still ours and now begins anew. */
  extend(claim: Claim): Promise<boolean>
}

const pause = { baseMs: 100, maxMs: 2_000 }
const batchMax = 500

/** Settles and extends many claims with one question to the store. */
export function createSettler(
  store: Store,
  options: { leaseMs: number; concurrency: number; logger: Pick<Logger, 'warn'> },
): Settler {
  const { leaseMs, concurrency, logger } = options
  const limits = {
    ...{ maxItems: batchMax, maxBytes: batchMax, concurrency: 2 },
    // One settlement or heartbeat for each claim in hand, and then some handlers that ask twice.
    ...{ maxPendingItems: 4 * concurrency + batchMax, maxPendingBytes: Number.MAX_SAFE_INTEGER },
  }
  const settlements = createBatcher<Settlement>({
    ...limits,
    async flush(batch) {
      const lost = await store.settle(batch)
      if (lost > 0) logger.warn({ lost }, 'queue.claims_lost')
      return undefined
    },
  })
  const heartbeats = createBatcher<Claim, boolean>({
    ...limits,
    async flush(claims) {
      const held = await store.extend(claims, leaseMs)
      return claims.map(({ lease }) => held.has(lease))
    },
  })
  return {
    async settle(claim, outcome, signal) {
      for (let attempt = 0; !signal.aborted; attempt += 1) {
        try {
          const added = await settlements.add({ claim, outcome }, 1)
          if (added.ok) return
        } catch (error) {
          // The lease may run out meanwhile; while the store is away nobody else can take the job either.
          logger.warn({ job: claim.job.id, err: error }, 'queue.settle_failed')
        }
        await sleep(backoffMs(attempt, pause), signal)
      }
    },
    async extend(claim) {
      const added = await heartbeats.add(claim, 1)
      return added.ok && added.result
    },
  }
}
