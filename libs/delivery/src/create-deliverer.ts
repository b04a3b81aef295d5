import { type ConnectionPool, createConnectionPool, type PoolLimits } from './connection-pool.ts'
import { type DeliveryRequest, deliver } from './deliver.ts'
import { createGuardedDownload, type Download } from './download/guarded-download.ts'
import { createGuard, type Guard, type GuardOptions } from './guard/create-guard.ts'
import { createGuardedConnector, type TlsOptions } from './guarded-connector.ts'
import type { Outcome } from './outcome.ts'

export type DelivererOptions = {
  guard?: GuardOptions
  connections?: Partial<PoolLimits>
  tls?: TlsOptions
  userAgent?: string
  /** The longest Retry-After that is believed; ms, default one day. */
  retryAfterMaxMs?: number
  now?: () => Date
}

export type Deliverer = {
  /** One attempt; see `Outcome`. The caller bounds how many run at once: those without a connection wait. */
  deliver(request: DeliveryRequest): Promise<Outcome>
  /** A GET into a stream, under the same guard. */
  download: Download
  guard: Guard
  connections: ConnectionPool['size']
  /** Waits for what is in flight (at most its `totalMs`) and closes all connections. */
  close(): Promise<void>
}

export const defaultPoolLimits: PoolLimits = { perOrigin: 16, total: 512, idleMs: 15_000 }

/**
 * Makes outgoing requests that go only where the guard permits, over connections that are kept. One per process.
 * @throws {OmniError} INVALID_ADDRESS_LIST
 */
export function createDeliverer(options: DelivererOptions = {}): Deliverer {
  const guard = createGuard(options.guard)
  const limits = { ...defaultPoolLimits, ...options.connections }
  const pool = createConnectionPool(createGuardedConnector(guard, options.tls), limits)
  const userAgent = options.userAgent ?? 'OmniStream'
  const deps = {
    pool,
    guard,
    userAgent,
    retryAfterMaxMs: options.retryAfterMaxMs ?? 86_400_000,
    now: options.now ?? (() => new Date()),
  }
  return {
    deliver: (request) => deliver(deps, request),
    download: createGuardedDownload({ pool, guard, userAgent }),
    guard,
    connections: pool.size,
    close: pool.close,
  }
}
