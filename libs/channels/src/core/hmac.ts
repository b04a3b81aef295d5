import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 (RFC 2104) over the parts one after the other. */
export function hmacSha256(secret: string, ...parts: readonly Uint8Array[]): Buffer {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** Compares two digests in constant time; a different length is simply unequal. */
export function sameDigest(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Compares two texts of any length in constant time, by their hashes. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
