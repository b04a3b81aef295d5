import { OmniError } from '@omnistream/common'
import type { Claim } from '../store.ts'

/** A claim in a handler's hands, with this process's own view of how long it lasts. */
export type HeldClaim = {
  claim: Claim
  signal: AbortSignal
  /** The lease was made to begin anew at `since` (performance.now() before the store was asked). */
  renewed(since: number): void
  abort(reason: OmniError): void
  /** Stops the clock. */
  end(): void
}

/**
 * The clock starts before the store was asked, so the signal aborts before the store gives the job to anybody else.
 */
export function holdClaim(claim: Claim, leaseMs: number, since: number): HeldClaim {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const abort = (reason: OmniError): void => {
    clearTimeout(timer)
    controller.abort(reason)
  }
  const renewed = (from: number): void => {
    clearTimeout(timer)
    if (controller.signal.aborted) return
    const leftMs = Math.max(0, from + leaseMs - performance.now())
    timer = setTimeout(() => abort(new OmniError('LEASE_LOST', 'the lease of the job ran out')), leftMs)
  }
  renewed(since)
  return { claim, signal: controller.signal, renewed, abort, end: () => clearTimeout(timer) }
}
