import type { Logger } from '@omnistream/common'
import type { MediaDocument } from '@omnistream/mongo'
import { type MediaRowDeps, renewLease } from './media-rows.ts'

/**
 * Renews the lease of a medium until `end`. The signal aborts when the engine stops, or when the lease is another
 * worker's: what is done after that would count for nothing.
 */
export function holdLease(
  row: MediaDocument,
  deps: MediaRowDeps & { logger: Logger },
  stop: AbortSignal,
): { signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewLease(row, deps))) lost.abort()
    } catch (error) {
      // The next renewal may come in time; if none does, the lease runs out and another worker takes over.
      deps.logger.warn({ err: error }, 'media.lease_not_renewed')
    }
  }
  const timer = setInterval(
    () => {
      renew().catch(() => {})
    },
    Math.max(1, Math.floor(deps.leaseMs / 3)),
  )
  return { signal: AbortSignal.any([lost.signal, stop]), end: () => clearInterval(timer) }
}
