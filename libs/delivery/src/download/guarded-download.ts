import { defaultTimeouts, type Timeouts } from '../attempt-clock.ts'
import type { ConnectionPool } from '../connection-pool.ts'
import { describeFailure } from '../describe-failure.ts'
import { type Answer, exchange } from '../exchange.ts'
import { BlockedError } from '../guard/blocked-error.ts'
import type { Guard } from '../guard/create-guard.ts'
import { readResponse } from '../read-response.ts'
import { type HeaderValues, toRequestHeaders } from '../request-headers.ts'
import { parseRetryAfter } from '../retry-after.ts'
import type { DownloadOutcome } from './download-outcome.ts'
import { type Hop, nextHop } from './next-hop.ts'
import { type SaveOptions, saveBody } from './save-body.ts'

export type DownloadRequest = SaveOptions & {
  url: string
  headers?: HeaderValues
  /** Default 3; 0 follows none. */
  redirectsMax?: number
  /** `totalMs` is for all hops together; default two minutes. */
  timeouts?: Partial<Timeouts>
  signal?: AbortSignal
}

export type Download = (request: DownloadRequest) => Promise<DownloadOutcome>

export type DownloadDeps = { pool: ConnectionPool; guard: Guard; userAgent: string; now?: () => Date }

const downloadTotalMs = 120_000
const retryAfterMaxMs = 86_400_000
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * A GET that streams into a sink of the caller, with limits of size, type and time. Redirects are followed, and each hop
 * is judged by the guard as the first URL was.
 */
export function createGuardedDownload(deps: DownloadDeps): Download {
  return async function download(request) {
    try {
      return await followed(deps, request)
    } catch (error) {
      if (error instanceof BlockedError) {
        return { kind: 'blocked', reason: error.reason, error: error.message }
      }
      const failure = describeFailure(error)
      if (!failure) throw error
      return { kind: 'failed', ...failure, retryable: failure.code !== 'invalid_request' }
    }
  }
}

async function followed(deps: DownloadDeps, request: DownloadRequest): Promise<DownloadOutcome> {
  const timeouts = { ...defaultTimeouts, totalMs: downloadTotalMs, ...request.timeouts }
  const end = performance.now() + timeouts.totalMs
  const redirectsMax = request.redirectsMax ?? 3
  let hop: Hop = { url: deps.guard.target(request.url), headers: request.headers ?? {} }

  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const totalMs = Math.max(1, end - performance.now())
    const result = await exchange(
      deps.pool,
      {
        url: hop.url,
        method: 'GET',
        headers: toRequestHeaders(hop.headers, deps.userAgent),
        body: null,
        timeouts: { ...timeouts, totalMs },
        signal: request.signal,
      },
      (answer) => take(deps, answer, hop, request),
    )
    if (result.kind === 'saved') {
      const { contentType, bytes, status } = result
      return { kind: 'downloaded', status, contentType, bytes, redirects }
    }
    if (result.kind !== 'hop') return result
    hop = { url: deps.guard.target(result.hop.url.href), headers: result.hop.headers }
  }
  return { kind: 'refused', code: 'redirects', error: `More than ${redirectsMax} redirects are not followed` }
}

async function take(deps: DownloadDeps, answer: Answer, hop: Hop, request: DownloadRequest) {
  const { status, headers } = answer
  if (status >= 200 && status < 300) return await saveBody(answer, request)
  const next = nextHop(hop, status, headers.location)
  await readResponse(answer, { charsMax: 0 })
  if (next.kind === 'hop') return next
  if (next.kind === 'bad') return { kind: 'refused', code: next.code, error: next.error } as const
  const nowMs = (deps.now?.() ?? new Date()).getTime()
  const retryAfterMs = parseRetryAfter(headers['retry-after'], { nowMs, maxMs: retryAfterMaxMs })
  return {
    kind: 'failed',
    code: status === 410 ? 'gone' : 'http_status',
    error: `HTTP ${status}`,
    retryable: status >= 500 || retryableStatuses.has(status),
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  } as const
}
