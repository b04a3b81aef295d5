import type { DownloadOutcome } from '@omnistream/delivery'

/** What comes of one try. `error` is words for people, with nothing of the payload, the URL or a credential in it. */
export type Verdict =
  | { kind: 'stored'; key: string; bytes: number; mimeType: string; sha256: string }
  /** Counts as a try. */
  | { kind: 'retry'; error: string; afterMs?: number }
  /** For a person who has to do something first, such as give the account a token. */
  | { kind: 'wait'; error: string }
  /** No fault of the medium: the engine stops, or the storage is away. */
  | { kind: 'release'; error?: string; afterMs: number }
  | { kind: 'expired'; error: string }
  | { kind: 'failed'; error: string }

/** Most waiting media are a minute or a day old; what nobody has cared for in a month is given up. */
export const waitMaxMs = 30 * 24 * 60 * 60_000

/**
 * What a download that brought nothing means for its medium. Without credentials a 403 is a signed URL whose time is
 * over; with them it is a token that may not.
 */
export function judgeFailure(
  outcome: Exclude<DownloadOutcome, { kind: 'downloaded' }>,
  withToken: boolean,
): Verdict {
  if (outcome.kind === 'blocked') return { kind: 'failed', error: `not called: ${outcome.error}` }
  if (outcome.kind === 'refused') return { kind: 'failed', error: outcome.error }
  const { status, error, retryable, retryAfterMs } = outcome
  if (outcome.code === 'stopped') return { kind: 'release', afterMs: 0 }
  if (status === 404 || status === 410) {
    return { kind: 'expired', error: `the provider no longer has it (HTTP ${status})` }
  }
  if (status === 403 && !withToken) return { kind: 'expired', error: 'its URL has expired (HTTP 403)' }
  if (status === 401 || status === 403) {
    const what = withToken ? 'refuses the access token' : 'asks for an access token'
    return { kind: 'wait', error: `the provider ${what} (HTTP ${status})` }
  }
  if (!retryable) return { kind: 'failed', error: `the provider does not give it: ${error}` }
  return { kind: 'retry', error, ...(retryAfterMs === undefined ? {} : { afterMs: retryAfterMs }) }
}

/** Whether a try was the last one, or the medium's time is over: the verdict that then stands. */
export function finalVerdict(
  verdict: Verdict,
  medium: { attempts: number; createdAt: Date; expiresAt: Date | undefined },
  limits: { attemptsMax: number; now: Date },
): Verdict {
  const isOpen = verdict.kind === 'retry' || verdict.kind === 'wait'
  if (!isOpen) return verdict
  if (medium.expiresAt !== undefined && medium.expiresAt <= limits.now) {
    return { kind: 'expired', error: `it expired before it could be fetched: ${verdict.error}` }
  }
  if (verdict.kind === 'wait') {
    const waited = limits.now.getTime() - medium.createdAt.getTime()
    return waited < waitMaxMs ? verdict : { kind: 'failed', error: verdict.error }
  }
  if (medium.attempts < limits.attemptsMax) return verdict
  return { kind: 'failed', error: `given up after ${medium.attempts} tries: ${verdict.error}` }
}
