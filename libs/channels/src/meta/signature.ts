import type { InboundRequest, Verdict } from '../core/channel.ts'
import { hmacSha256, sameDigest } from '../core/hmac.ts'

/**
 * Exactly what Meta sends. Upper-case digits, another algorithm and a header sent twice (joined by a comma) are
 * forgeries or faults of a proxy, and refused.
 */
const signaturePattern = /^sha256=[0-9a-f]{64}$/

/**
 * Checks `X-Hub-Signature-256`, the HMAC-SHA256 of the raw body under the app secret, against each secret
 * (rotation). There is no timestamp: ids are the protection against replays.
 */
export function verifyMeta(request: InboundRequest, secrets: readonly string[]): Verdict {
  // An empty secret would let anyone sign, so it counts as none.
  if (!secrets.some((secret) => secret !== ''))
    return { status: 'NO_SECRET', detail: 'no app secret is configured' }
  const header = request.headers['x-hub-signature-256']
  if (header === undefined || header === '') return { status: 'NO_SIGNATURE', detail: absenceOf(request) }
  if (!signaturePattern.test(header)) {
    return {
      status: 'INVALID',
      detail: 'X-Hub-Signature-256 is not one "sha256=" and 64 lower-case hex digits',
    }
  }
  const sent = Buffer.from(header.slice('sha256='.length), 'hex')
  for (const [secretIndex, secret] of secrets.entries()) {
    if (secret !== '' && sameDigest(hmacSha256(secret, request.body), sent)) {
      return { status: 'VALID', detail: null, secretIndex }
    }
  }
  return { status: 'INVALID', detail: 'the signature matches none of the app secrets for these bytes' }
}

function absenceOf(request: InboundRequest): string {
  return request.headers['x-hub-signature'] === undefined
    ? 'the header X-Hub-Signature-256 is missing'
    : 'only the legacy X-Hub-Signature (SHA-1) came, X-Hub-Signature-256 is missing'
}

/** The request with `X-Hub-Signature-256` as Meta would send it. */
export function signMeta(request: InboundRequest, secret: string): InboundRequest {
  const signature = `sha256=${hmacSha256(secret, request.body).toString('hex')}`
  return { ...request, headers: { ...request.headers, 'x-hub-signature-256': signature } }
}
