import { backoffMs } from '@omnistream/common/backoff'
import { errorCode } from '@omnistream/common/error-code'
import { sleep } from '@omnistream/common/sleep'

/** `refused`: the edge will not take these bytes however often they come (wrong secret, unknown path, too large). */
export type SendOutcome =
  | { kind: 'acked'; attempts: number; ackMs: number }
  | { kind: 'refused'; status: number }
  | { kind: 'gave up'; attempts: number; why: string }

const hopeless = new Set([400, 401, 403, 404, 405, 413, 415])
const attemptTimeoutMs = 10_000
const retryPolicy = { baseMs: 250, maxMs: 5_000 }

/**
 * Sends one webhook as a provider does: the same bytes again, after a growing pause, until a 2xx or until
 * `retryForMs` have passed. `ackMs` is the time of the attempt that was acknowledged.
 */
export async function sendWebhook(
  webhook: { body: string; signature: string },
  options: {
    url: string
    retryForMs: number
    signal: AbortSignal
    onFailedAttempt?: (why: string) => void
  },
): Promise<SendOutcome> {
  const begin = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    const sent = performance.now()
    const status = await post(webhook, options)
    if (typeof status === 'number') {
      if (status >= 200 && status < 300)
        return { kind: 'acked', attempts: attempt, ackMs: performance.now() - sent }
      if (hopeless.has(status)) return { kind: 'refused', status }
    }
    const why = typeof status === 'number' ? `status ${status}` : status
    options.onFailedAttempt?.(why)
    if (options.signal.aborted || performance.now() - begin > options.retryForMs) {
      return { kind: 'gave up', attempts: attempt, why }
    }
    await sleep(100 + backoffMs(attempt - 1, retryPolicy), options.signal)
  }
}

/** The status, or why there was none. */
async function post(
  webhook: { body: string; signature: string },
  options: { url: string; signal: AbortSignal },
): Promise<number | string> {
  try {
    const response = await fetch(options.url, {
      method: 'POST',
      body: webhook.body,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': webhook.signature,
        'user-agent': 'facebookexternalua',
      },
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    // The body is short; reading it gives the connection back.
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return errorCode(cause) ?? (error instanceof Error ? error.name : 'failed')
  }
}
