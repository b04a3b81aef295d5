import type { InboundRequest } from '@omnistream/channels'
import { backoffMs } from '@omnistream/common/backoff'
import { errorCode } from '@omnistream/common/error-code'
import { sleep } from '@omnistream/common/sleep'

/** `refused`: the edge will not take these bytes however often they come (wrong secret, unknown path, too large). */
export type SendOutcome =
  | { kind: 'acked'; attempts: number; ackMs: number }
  | { kind: 'refused'; status: number; detail: string | undefined }
  | { kind: 'gave up'; attempts: number; why: string }

const hopeless = new Set([400, 401, 403, 404, 405, 413, 415])
const attemptTimeoutMs = 10_000
const detailMax = 300
const retryPolicy = { baseMs: 250, maxMs: 5_000 }

/**
 * Sends one webhook as a provider does: the same bytes again, after a growing pause, until a 2xx or until
 * `retryForMs` have passed. `ackMs` is the time of the attempt that was acknowledged.
 *
 * @param signed the request as the provider signs it at that time, ms; its query goes to `url`, where it is sent.
 */
export async function sendWebhook(
  signed: (at: number) => InboundRequest,
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
    const answer = await send(signed(Date.now()), options)
    if ('status' in answer) {
      const { status, detail } = answer
      if (status >= 200 && status < 300)
        return { kind: 'acked', attempts: attempt, ackMs: performance.now() - sent }
      if (hopeless.has(status)) return { kind: 'refused', status, detail }
    }
    const why = 'status' in answer ? `status ${answer.status}` : answer.failed
    options.onFailedAttempt?.(why)
    if (options.signal.aborted || performance.now() - begin > options.retryForMs) {
      return { kind: 'gave up', attempts: attempt, why }
    }
    await sleep(100 + backoffMs(attempt - 1, retryPolicy), options.signal)
  }
}

type Answer = { status: number; detail: string | undefined } | { failed: string }

/** The status, or why there was none. */
async function send(request: InboundRequest, options: { url: string; signal: AbortSignal }): Promise<Answer> {
  const url = new URL(options.url)
  // Some providers show their secret there.
  url.search = new URL(request.url).search
  try {
    const response = await fetch(url, {
      method: request.method,
      body: Buffer.from(request.body),
      headers: { ...request.headers, 'user-agent': 'omnistream-simulate' },
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    // The body is short; reading it gives the connection back.
    return { status: response.status, detail: detailOf(await response.text()) }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return { failed: errorCode(cause) ?? (error instanceof Error ? error.name : 'failed') }
  }
}

/** What an edge of ours says of a refusal, as RFC 9457 has it. */
function detailOf(text: string): string | undefined {
  try {
    const problem: unknown = JSON.parse(text)
    if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return undefined
    return typeof problem.detail === 'string' ? problem.detail.slice(0, detailMax) : undefined
  } catch {
    return undefined
  }
}
