import type { InboundRequest, Verdict } from '../core/channel.ts'
import { hmacSha256, sameDigest } from '../core/hmac.ts'

const header = 'x-viber-content-signature'

/** 64 lower-case hex digits; a header sent twice (joined by a comma) is no signature. */
const signaturePattern = /^[0-9a-f]{64}$/

/**
 * Checks `X-Viber-Content-Signature`, the hex HMAC-SHA256 of the raw body under the bot's authentication token, against
 * each secret (rotation). There is no timestamp: message tokens are the protection against replays.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  // An empty secret would let anyone sign, so it counts as none.
  if (!secrets.some((secret) => secret !== ''))
    return {
      status: 'NO_SECRET',
      detail: 'no authentication token of the bot is configured as an app secret',
    }
  const sent = request.headers[header]
  if (sent === undefined || sent === '')
    return { status: 'NO_SIGNATURE', detail: 'the header X-Viber-Content-Signature is missing' }
  if (!signaturePattern.test(sent))
    return { status: 'INVALID', detail: 'X-Viber-Content-Signature is not one of 64 lower-case hex digits' }
  const digest = Buffer.from(sent, 'hex')
  for (const [secretIndex, secret] of secrets.entries()) {
    if (secret !== '' && sameDigest(hmacSha256(secret, request.body), digest))
      return { status: 'VALID', detail: null, secretIndex }
  }
  return {
    status: 'INVALID',
    detail:
      'the signature matches none of the bot’s tokens for these bytes: does the path name the right bot?',
  }
}

/** The request with `X-Viber-Content-Signature` as Viber would send it. */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  const signature = hmacSha256(secret, request.body).toString('hex')
  return { ...request, headers: { ...request.headers, [header]: signature } }
}
