import type { InboundRequest, Verdict } from '../core/channel.ts'
import { hmacSha256, sameDigest } from '../core/hmac.ts'

const header = 'x-line-signature'

/** Base64 of a SHA-256 and nothing around it; a header sent twice (joined by a comma) is none. */
const signaturePattern = /^[A-Za-z0-9+/]{43}=$/

/**
 * Checks `x-line-signature`, the base64 of the HMAC-SHA256 of the raw body under the channel secret, against each
 * secret (rotation). There is no timestamp: event ids are the protection against replays.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  // An empty secret would let anyone sign, so it counts as none.
  if (!secrets.some((secret) => secret !== ''))
    return { status: 'NO_SECRET', detail: 'no channel secret is configured as an app secret' }
  const sent = request.headers[header]
  if (sent === undefined || sent === '')
    return { status: 'NO_SIGNATURE', detail: 'the header x-line-signature is missing' }
  if (!signaturePattern.test(sent))
    return { status: 'INVALID', detail: 'x-line-signature is not one base64 SHA-256' }
  // As text: base64 leaves bits of its last letter unused, so other spellings decode to the same bytes.
  const bytes = Buffer.from(sent)
  for (const [secretIndex, secret] of secrets.entries()) {
    if (secret !== '' && sameDigest(Buffer.from(signatureOf(secret, request.body)), bytes))
      return { status: 'VALID', detail: null, secretIndex }
  }
  return {
    status: 'INVALID',
    detail:
      'the signature matches none of the channel secrets for these bytes: is it the secret of this channel?',
  }
}

/** The request with `x-line-signature` as LINE would send it. */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  return { ...request, headers: { ...request.headers, [header]: signatureOf(secret, request.body) } }
}

function signatureOf(secret: string, body: Uint8Array): string {
  return hmacSha256(secret, body).toString('base64')
}
