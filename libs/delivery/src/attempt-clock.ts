import { OmniError } from '@omnistream/common/errors'

/** How long each step of one attempt may take; ms. */
export type Timeouts = {
  /** Resolving the name, connecting and the TLS handshake. */
  connectMs: number
  /** From the connection until the head of the answer: sending the body counts. */
  headersMs: number
  /** The longest silence inside the body of the answer. */
  bodyMs: number
  /** The whole attempt, waiting for a free connection among it. */
  totalMs: number
}

export const defaultTimeouts: Timeouts = {
  connectMs: 5_000,
  headersMs: 15_000,
  bodyMs: 5_000,
  totalMs: 20_000,
}

export type Phase = 'queue' | 'connect' | 'headers' | 'body'

export type AttemptClock = {
  /** Aborts with an OmniError: ATTEMPT_TIMEOUT_<PHASE>, ATTEMPT_TIMEOUT, or ATTEMPT_STOPPED by the caller's signal. */
  signal: AbortSignal
  /** A new step begins. */
  enter(phase: Phase): void
  /** Something came: the time of this step begins anew. */
  touch(): void
  end(): void
}

/** Watches one attempt. Out of time it says what was being waited for, in words that a tenant reads. */
export function createAttemptClock(timeouts: Timeouts, stop?: AbortSignal): AttemptClock {
  const controller = new AbortController()
  let phase: Phase = 'queue'
  let timer: NodeJS.Timeout | undefined

  const expire = (code: string, message: string): void => controller.abort(new OmniError(code, message))
  const onTotal = (): void =>
    phase === 'queue'
      ? expire('ATTEMPT_TIMEOUT_QUEUE', `No connection was free within ${timeouts.totalMs}ms`)
      : expire('ATTEMPT_TIMEOUT', `Timed out after ${timeouts.totalMs}ms`)
  const onStop = (): void => expire('ATTEMPT_STOPPED', 'The attempt was stopped')

  const total = setTimeout(onTotal, timeouts.totalMs)
  if (stop?.aborted === true) onStop()
  else stop?.addEventListener('abort', onStop, { once: true })

  return {
    signal: controller.signal,
    enter(next) {
      phase = next
      clearTimeout(timer)
      if (next === 'queue') return
      const ms = timeouts[`${next}Ms`]
      timer = setTimeout(
        () => expire(`ATTEMPT_TIMEOUT_${next.toUpperCase()}`, `Timed out after ${ms}ms ${doing[next]}`),
        ms,
      )
    },
    touch: () => void timer?.refresh(),
    end() {
      clearTimeout(total)
      clearTimeout(timer)
      stop?.removeEventListener('abort', onStop)
    },
  }
}

const doing = {
  connect: 'while connecting',
  headers: 'while waiting for the answer',
  body: 'while reading the answer',
} as const
