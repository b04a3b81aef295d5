import { createHash } from 'node:crypto'
import type { InboundRequest } from '../core/channel.ts'
import { isForm } from '../core/content-type.ts'
import { keyOf, signatureOf } from './scheme.ts'
import { signedText } from './signed-text.ts'

/**
 * The request as Twilio would send it: signed by URL and form, or, for a body that is none, by the URL to which
 * `bodySHA256` was added. A secret `key:<id>:<secret>` signs as a shared key.
 */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  const key = keyOf(secret)
  const url = withBodyHash(request)
  const settings = { 'x-twilio-webhooks-signature-settings': `key=${key.keyId ?? ''},algorithm=HMAC_SHA256` }
  return {
    ...request,
    url,
    headers: {
      ...request.headers,
      ...(key.keyId === undefined ? {} : settings),
      'x-twilio-signature': signatureOf(key, signedText(url, request)).toString('base64'),
    },
  }
}

function withBodyHash({ url, headers, body }: InboundRequest): string {
  if (body.length === 0 || isForm(headers)) return url
  const hash = createHash('sha256').update(body).digest('hex')
  return `${url}${url.includes('?') ? '&' : '?'}bodySHA256=${hash}`
}
