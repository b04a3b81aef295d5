import type { FailureCode } from '../describe-failure.ts'
import type { BlockedReason } from '../guard/blocked-error.ts'

export type RefusalCode = 'too_large' | 'type' | 'encoding' | 'redirects' | 'redirect_target' | 'downgrade'

/**
 * What came of a download. Only with `downloaded` is what the sink got complete. `failed`: the receiver or the network;
 * `retryable` says whether it may work later (a 404 or 403 of a medium mostly means that its URL has expired). `refused`:
 * the answer is not one that the caller takes.
 */
export type DownloadOutcome =
  | { kind: 'downloaded'; status: number; contentType: string | undefined; bytes: number; redirects: number }
  | { kind: 'refused'; code: RefusalCode; error: string }
  | {
      kind: 'failed'
      code: FailureCode
      error: string
      retryable: boolean
      status?: number
      retryAfterMs?: number
    }
  | { kind: 'blocked'; reason: BlockedReason; error: string }
