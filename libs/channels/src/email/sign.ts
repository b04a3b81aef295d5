import { sign as makeSignature } from 'node:crypto'
import type { InboundRequest } from '../core/channel.ts'
import { proofOf } from './proof.ts'

/**
 * The request as it would be sent under this secret: with SendGrid's signature where it is a private key, with the
 * header of basic credentials, or with the token in its URL. A public key cannot sign; the request stays as it is.
 */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  const proof = proofOf(secret)
  if (proof.kind === 'basic') {
    const authorization = `Basic ${Buffer.from(proof.credentials).toString('base64')}`
    return { ...request, headers: { ...request.headers, authorization } }
  }
  if (proof.kind === 'token') {
    const mark = request.url.includes('?') ? '&' : '?'
    return { ...request, url: `${request.url}${mark}token=${encodeURIComponent(proof.token)}` }
  }
  if (proof.kind === 'none' || proof.privateKey === undefined) return request
  const timestamp = String(Math.floor(request.receivedAt / 1000))
  const signed = Buffer.concat([Buffer.from(timestamp), request.body])
  return {
    ...request,
    headers: {
      ...request.headers,
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': makeSignature('sha256', signed, proof.privateKey).toString(
        'base64',
      ),
    },
  }
}
