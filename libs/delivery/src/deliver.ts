import { defaultTimeouts, type Timeouts } from './attempt-clock.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { describeFailure } from './describe-failure.ts'
import { type Answer, exchange } from './exchange.ts'
import { BlockedError } from './guard/blocked-error.ts'
import type { Guard } from './guard/create-guard.ts'
import type { Outcome } from './outcome.ts'
import { type ResponseLimits, readResponse } from './read-response.ts'
import { type HeaderValues, toRequestHeaders } from './request-headers.ts'
import { parseRetryAfter } from './retry-after.ts'

export type DeliveryRequest = {
  url: string
  method: string
  headers: HeaderValues
  /** Goes out as it is; must not be changed before the promise settles. */
  body: Uint8Array
  timeouts?: Partial<Timeouts>
  /** How much of the answer is kept; default 4,096 characters. */
  response?: ResponseLimits
  /** Cuts the attempt: it ends as retryable with the code `stopped`. */
  signal?: AbortSignal
}

export type DeliverDeps = {
  pool: ConnectionPool
  guard: Guard
  userAgent: string
  retryAfterMaxMs: number
  now: () => Date
}

export const defaultResponseLimits: ResponseLimits = { charsMax: 4_096 }

/**
 * One attempt. Every end that a receiver, a network or a tenant's settings can cause is a value, and an attempt ends
 * within `timeouts.totalMs`. @throws only what is a fault of ours.
 */
export async function deliver(deps: DeliverDeps, request: DeliveryRequest): Promise<Outcome> {
  const begin = performance.now()
  const outcome = await attempt(deps, request)
  return { ...outcome, durationMs: Math.round(performance.now() - begin) }
}

type Untimed = {
  [Kind in Outcome['kind']]: Omit<Extract<Outcome, { kind: Kind }>, 'durationMs'>
}[Outcome['kind']]

async function attempt(deps: DeliverDeps, request: DeliveryRequest): Promise<Untimed> {
  let status: number | undefined
  try {
    return await exchange(
      deps.pool,
      {
        url: deps.guard.target(request.url),
        method: request.method,
        headers: toRequestHeaders(request.headers, deps.userAgent),
        body: request.body,
        timeouts: { ...defaultTimeouts, ...request.timeouts },
        signal: request.signal,
      },
      async (answer) => {
        status = answer.status
        return judge(answer, await readResponse(answer, request.response ?? defaultResponseLimits), deps)
      },
    )
  } catch (error) {
    if (error instanceof BlockedError) return { kind: 'blocked', reason: error.reason, error: error.message }
    const failure = describeFailure(error)
    if (!failure) throw error
    const answered = status === undefined ? {} : { status }
    return failure.code === 'invalid_request'
      ? { kind: 'permanent', gone: false, ...failure, ...answered }
      : { kind: 'retryable', ...failure, ...answered }
  }
}

function judge({ status, headers }: Answer, responseBody: string, deps: DeliverDeps): Untimed {
  if (status >= 200 && status < 300) return { kind: 'delivered', status, responseBody }
  if (status === 410) {
    const error = 'HTTP 410: the receiver wants nothing more at this URL'
    return { kind: 'permanent', code: 'gone', gone: true, error, status, responseBody }
  }
  const retryAfterMs = parseRetryAfter(headers['retry-after'], {
    nowMs: deps.now().getTime(),
    maxMs: deps.retryAfterMaxMs,
  })
  const isRedirect = status >= 300 && status < 400
  return {
    kind: 'retryable',
    code: isRedirect ? 'redirect' : 'http_status',
    error: isRedirect ? `HTTP ${status}: redirects are not followed, give the final URL` : `HTTP ${status}`,
    status,
    responseBody,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}
