import { timingSafeEqual } from 'node:crypto'
import { webhookDigest } from './sign-standard-webhook.ts'
import { webhookKey } from './webhook-secret.ts'

export type WebhookVerdict =
  | { ok: true }
  | { ok: false; reason: 'no_headers' | 'timestamp' | 'too_old' | 'too_new' | 'no_match' }

export type VerifyOptions = {
  secrets: readonly string[]
  now: Date
  /** How far the timestamp may be off, both ways; default five minutes, as the standard's libraries have it. */
  toleranceMs?: number
}

/**
 * Checks the three headers against the raw bytes, in constant time, with any of several secrets. Header names are
 * taken in lower case.
 * @throws {OmniError} INVALID_WEBHOOK_SECRET
 */
export function verifyStandardWebhook(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  { secrets, now, toleranceMs = 300_000 }: VerifyOptions,
): WebhookVerdict {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (!id || !timestamp || !signatures) return { ok: false, reason: 'no_headers' }
  if (!/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'timestamp' }
  const aheadMs = Number(timestamp) * 1_000 - now.getTime()
  if (aheadMs < -toleranceMs) return { ok: false, reason: 'too_old' }
  if (aheadMs > toleranceMs) return { ok: false, reason: 'too_new' }

  const given = signatures
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'))
  const isMatch = secrets.some((secret) => {
    const expected = webhookDigest(webhookKey(secret), id, timestamp, body)
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
  return isMatch ? { ok: true } : { ok: false, reason: 'no_match' }
}
