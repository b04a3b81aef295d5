import { verify as verifySignature } from 'node:crypto'
import type { InboundRequest, Verdict } from '../core/channel.ts'
import { sameText } from '../core/hmac.ts'
import { type Proof, proofOf } from './proof.ts'

const signatureHeader = 'x-twilio-email-event-webhook-signature'
const timestampHeader = 'x-twilio-email-event-webhook-timestamp'

/** Base64, whole groups, and nothing around it: an ECDSA signature in DER is of no fixed length. */
const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

type Shown = { proof: Proof; secretIndex: number }

/**
 * Checks that a mail comes from who may bring one, by each secret in turn: SendGrid's ECDSA signature over timestamp
 * and raw body, HTTP basic authentication, or a token in the query. A request that carries a signature must have a
 * right one where a key is configured. The timestamp may be old: SendGrid tries for three days, and a mail's id is the
 * protection against repeats.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  const proofs = secrets
    .map((secret, secretIndex): Shown => ({ proof: proofOf(secret), secretIndex }))
    .filter(({ proof }) => proof.kind !== 'none')
  if (proofs.length === 0)
    return { status: 'NO_SECRET', detail: 'no public key, token or basic credentials are configured' }
  const keys = proofs.filter(({ proof }) => proof.kind === 'key')
  const signature = request.headers[signatureHeader] ?? ''
  if (signature !== '' && keys.length > 0) return byKey(request, signature, keys)
  const shown = shownBy(request)
  if (shown.token === undefined && shown.credentials === undefined)
    return { status: 'NO_SIGNATURE', detail: absenceOf(proofs) }
  for (const { proof, secretIndex } of proofs) {
    if (
      proof.kind === 'basic' &&
      shown.credentials !== undefined &&
      sameText(shown.credentials, proof.credentials)
    )
      return { status: 'VALID', detail: null, secretIndex }
    if (proof.kind === 'token' && shown.token !== undefined && sameText(shown.token, proof.token))
      return { status: 'VALID', detail: null, secretIndex }
  }
  return invalid('the token or the basic credentials of the callback match none of the app secrets')
}

function byKey({ headers, body }: InboundRequest, signature: string, keys: readonly Shown[]): Verdict {
  const timestamp = headers[timestampHeader] ?? ''
  if (timestamp === '') return invalid('the header X-Twilio-Email-Event-Webhook-Timestamp is missing')
  if (!base64.test(signature)) return invalid('X-Twilio-Email-Event-Webhook-Signature is not one base64 text')
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  for (const { proof, secretIndex } of keys) {
    if (
      proof.kind === 'key' &&
      verifySignature('sha256', signed, proof.publicKey, Buffer.from(signature, 'base64'))
    )
      return { status: 'VALID', detail: null, secretIndex }
  }
  return invalid('the signature matches none of the public keys for these bytes')
}

/** What a callback shows in its URL or its Authorization header. */
function shownBy({ url, headers }: InboundRequest): { token?: string; credentials?: string } {
  const token = URL.parse(url, 'http://localhost')?.searchParams.get('token')
  const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '')?.[1]
  return {
    ...(token == null || token === '' ? {} : { token }),
    ...(basic === undefined ? {} : { credentials: Buffer.from(basic, 'base64').toString() }),
  }
}

function absenceOf(proofs: readonly Shown[]): string {
  const kinds = new Set(proofs.map(({ proof }) => proof.kind))
  if (kinds.has('key'))
    return 'the header X-Twilio-Email-Event-Webhook-Signature is missing: attach a security policy to the parse setting'
  return kinds.has('basic')
    ? 'no basic credentials came: put user:password@ into the callback URL'
    : 'no token came: put ?token=… into the callback URL'
}

function invalid(detail: string): Verdict {
  return { status: 'INVALID', detail }
}
