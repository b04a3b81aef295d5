import { hmacSha256 } from '../core/hmac.ts'

/** The value of `X-Hub-Signature-256` for these bytes and app secret: `sha256=` and 64 lower-case hex digits. */
export function signWhatsApp(body: Uint8Array, secret: string): string {
  return `sha256=${hmacSha256(secret, body).toString('hex')}`
}
