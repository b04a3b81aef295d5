import { createHmac } from 'node:crypto'
import { OmniError } from '@omnistream/common/errors'
import { webhookKey } from './webhook-secret.ts'

export type StandardWebhook = {
  /** The same at every attempt, so that receivers can know a repetition. */
  id: string
  /** The time of this attempt. */
  at: Date
  /** The very bytes that are sent. */
  body: Uint8Array
}

export type StandardWebhookHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com, symmetric scheme `v1`). Each of several secrets
 * signs, so that a receiver can rotate in its own time. The body is signed as bytes: what was parsed and written anew is
 * another text (lessons #26).
 * @throws {OmniError} INVALID_WEBHOOK_SECRET, INVALID_WEBHOOK_ID
 */
export function signStandardWebhook(
  webhook: StandardWebhook,
  secrets: readonly string[],
): StandardWebhookHeaders {
  const { id, at, body } = webhook
  // A dot would let one signature stand for two pairs of id and time.
  if (!/^[\x21-\x7e]+$/.test(id) || id.includes('.')) {
    throw new OmniError('INVALID_WEBHOOK_ID', 'a webhook id is printable ASCII without spaces and dots')
  }
  if (secrets.length === 0) throw new OmniError('INVALID_WEBHOOK_SECRET', 'a webhook needs a secret')
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map(
    (secret) => `v1,${webhookDigest(webhookKey(secret), id, timestamp, body).toString('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** HMAC-SHA256 of `id.timestamp.body`. */
export function webhookDigest(key: Uint8Array, id: string, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}
