import type { InboundRequest, Verdict } from '../core/channel.ts'
import { hmacSha256, sameDigest } from '../core/hmac.ts'

const signatureHeader = 'x-slack-signature'
const timestampHeader = 'x-slack-request-timestamp'

/** Exactly what Slack sends; a header sent twice (joined by a comma) is a forgery or a fault of a proxy. */
const signaturePattern = /^v0=[0-9a-f]{64}$/
const timestampPattern = /^\d{1,12}$/

/** Slack's own advice; a request may be as much too early as too late, by either clock. */
const windowSeconds = 300

/**
 * Checks `X-Slack-Signature`, the HMAC-SHA256 of `v0:<timestamp>:<raw body>` under the signing secret, against each
 * secret (rotation), and that the timestamp is within five minutes of the receipt.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  // An empty secret would let anyone sign, so it counts as none.
  if (!secrets.some((secret) => secret !== ''))
    return { status: 'NO_SECRET', detail: 'no signing secret is configured as an app secret' }
  const { [signatureHeader]: signature, [timestampHeader]: timestamp } = request.headers
  if (signature === undefined || signature === '')
    return { status: 'NO_SIGNATURE', detail: 'the header X-Slack-Signature is missing' }
  if (!signaturePattern.test(signature))
    return invalid('X-Slack-Signature is not one "v0=" and 64 lower-case hex digits')
  if (timestamp === undefined || !timestampPattern.test(timestamp))
    return invalid('X-Slack-Request-Timestamp is missing or no time in seconds')
  const sent = Buffer.from(signature.slice('v0='.length), 'hex')
  for (const [secretIndex, secret] of secrets.entries()) {
    if (secret === '' || !sameDigest(digestOf(timestamp, request.body, secret), sent)) continue
    const offBySeconds = Number(timestamp) - request.receivedAt / 1000
    if (Math.abs(offBySeconds) > windowSeconds) return invalid(stale(offBySeconds))
    return { status: 'VALID', detail: null, secretIndex }
  }
  return invalid('the signature matches none of the signing secrets for these bytes')
}

/** The request as Slack would sign it on its way. */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  const timestamp = String(Math.floor(request.receivedAt / 1000))
  const signature = `v0=${digestOf(timestamp, request.body, secret).toString('hex')}`
  const headers = { ...request.headers, [timestampHeader]: timestamp, [signatureHeader]: signature }
  return { ...request, headers }
}

function digestOf(timestamp: string, body: Uint8Array, secret: string): Buffer {
  return hmacSha256(secret, Buffer.from(`v0:${timestamp}:`), body)
}

function stale(offBySeconds: number): string {
  const off = `${Math.round(Math.abs(offBySeconds))} s ${offBySeconds < 0 ? 'old' : 'ahead'}`
  return `the request is ${off}, more than ${windowSeconds} s: a repeated request, or a clock that is wrong`
}

function invalid(detail: string): Verdict {
  return { status: 'INVALID', detail }
}
