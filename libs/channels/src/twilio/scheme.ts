import { createHmac } from 'node:crypto'
import type { InboundRequest } from '../core/channel.ts'

/** How one request is signed: with the account's auth token, or with a key that is shared for webhooks alone. */
export type Scheme = { kind: 'auth token' } | { kind: 'shared key'; keyId: string } | { kind: 'unknown' }

/** A configured secret, read: `key:<id>:<secret>` is a shared key, anything else an auth token. */
export type Key = { keyId: string | undefined; secret: string }

const sharedKey = /^key:([^:]+):(.+)$/s
const setting = /^\s*key=([^,]+),\s*algorithm=HMAC_SHA256\s*$/

/**
 * Twilio says in a header when a webhook is signed otherwise than by the auth token (public beta since 2026). Whoever
 * sends a request writes that header, so it only ever selects among secrets that are configured as shared keys.
 */
export function schemeOf({ headers }: InboundRequest): Scheme {
  const header = headers['x-twilio-webhooks-signature-settings']
  if (header === undefined || header === '') return { kind: 'auth token' }
  const keyId = setting.exec(header)?.[1]?.trim()
  return keyId === undefined ? { kind: 'unknown' } : { kind: 'shared key', keyId }
}

/** Reads a secret by its form. */
export function keyOf(secret: string): Key {
  const [, keyId, shared] = sharedKey.exec(secret) ?? []
  return shared === undefined ? { keyId: undefined, secret } : { keyId, secret: shared }
}

/** HMAC of the text under a key: SHA-1 for an auth token, SHA-256 for a shared key. */
export function signatureOf(key: Key, text: string): Buffer {
  return createHmac(key.keyId === undefined ? 'sha1' : 'sha256', key.secret)
    .update(text)
    .digest()
}
