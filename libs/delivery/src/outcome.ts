import type { FailureCode } from './describe-failure.ts'
import type { BlockedReason } from './guard/blocked-error.ts'

/** 2xx. */
export type Delivered = { kind: 'delivered'; status: number; responseBody: string; durationMs: number }

/** It may work later. `status` and `responseBody` are there if an answer came. */
export type Retryable = {
  kind: 'retryable'
  code: FailureCode
  /** For people, without addresses and without bodies: "HTTP 500", "Timed out after 15000ms while connecting". */
  error: string
  status?: number
  responseBody?: string
  /** What the receiver asked for with Retry-After, bounded. */
  retryAfterMs?: number
  durationMs: number
}

/** It will not work later. `gone`: the receiver said 410, and wants nothing more at this URL: disable the endpoint. */
export type Permanent = {
  kind: 'permanent'
  code: FailureCode
  error: string
  gone: boolean
  status?: number
  responseBody?: string
  durationMs: number
}

/** The guard did not let the request out, and nothing was sent. */
export type Blocked = { kind: 'blocked'; reason: BlockedReason; error: string; durationMs: number }

/**
 * What came of one attempt. By Standard Webhooks (spec, "Responses") every answer but 2xx is tried again, since a 404 or
 * 401 is most often a deployment or a key that is being changed; only 410 ends it. Redirects are not followed: the
 * signed request would go to somebody else. They are tried again too, with words that say what to do.
 */
export type Outcome = Delivered | Retryable | Permanent | Blocked
