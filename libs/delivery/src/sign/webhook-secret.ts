import { randomBytes } from 'node:crypto'
import { OmniError } from '@omnistream/common/errors'

const prefix = 'whsec_'

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function generateWebhookSecret(random: (size: number) => Uint8Array = randomBytes): string {
  return prefix + Buffer.from(random(32)).toString('base64')
}

/**
 * The key bytes of a secret, with or without its prefix.
 * @throws {OmniError} INVALID_WEBHOOK_SECRET for what is no base64; the secret is not in the message.
 */
export function webhookKey(secret: string): Buffer {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  const key = Buffer.from(text, 'base64')
  // Node reads base64 leniently, and would take half of a damaged secret for a whole one.
  const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  if (key.length === 0 || !isWhole) {
    throw new OmniError('INVALID_WEBHOOK_SECRET', 'a webhook secret is not whsec_ followed by base64')
  }
  return key
}
