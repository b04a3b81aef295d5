import { OmniError } from '@omnistream/common'
import { type Deliverer, defaultTimeouts, type Timeouts } from '@omnistream/delivery'
import { type Queue, RETRY, type RetryPolicy } from '@omnistream/queue'

export type WorkerOptions = {
  /** What moves the ids; the rows themselves where left out. Closed with the worker. */
  queue?: Queue
  /** One of its own under the guard of this hookgres where left out. */
  deliverer?: Deliverer
  /** Deliveries in hand at once in this process; 64. */
  concurrency?: number
  /** Of one endpoint; 8. So one that hangs has an eighth of the hands at most. */
  perEndpointConcurrency?: number
  /** How long a claim lasts, ms; 60,000. Longer than an attempt may take. */
  leaseMs?: number
  /** How often an empty queue is looked at, ms. */
  pollMs?: number
  policy?: RetryPolicy
  timeouts?: Partial<Timeouts>
  /** After how long with nothing but failures an endpoint is disabled, ms; five days, null for never. */
  disableAfterMs?: number | null
  /** For queues that must be fed: how often it is looked for due rows (500 ms), how long one rests that was given (60 s). */
  dispatch?: { intervalMs?: number; restMs?: number }
}

export type WorkerSettings = ReturnType<typeof workerSettings>

const fiveDaysMs = 5 * 24 * 60 * 60 * 1_000

/** With all defaults. @throws {OmniError} WORKER_OPTIONS_INVALID where a claim could run out within an attempt. */
export function workerSettings(options: WorkerOptions) {
  const { concurrency = 64, leaseMs = 60_000, timeouts = {}, dispatch = {} } = options
  const totalMs = timeouts.totalMs ?? defaultTimeouts.totalMs
  if (leaseMs <= totalMs) {
    throw new OmniError('WORKER_OPTIONS_INVALID', `leaseMs (${leaseMs}) must be above totalMs (${totalMs})`)
  }
  return {
    ...{ concurrency, leaseMs, timeouts, policy: options.policy ?? RETRY },
    perGroupConcurrency: options.perEndpointConcurrency ?? 8,
    disableAfterMs: options.disableAfterMs === undefined ? fiveDaysMs : options.disableAfterMs,
    intervalMs: dispatch.intervalMs ?? 500,
    restMs: dispatch.restMs ?? 60_000,
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
  }
}
