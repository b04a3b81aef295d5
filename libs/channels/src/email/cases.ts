import { createECDH, createPrivateKey } from 'node:crypto'
import { type ChannelCases, headerCarrier } from '../testing/channel-cases.ts'
import { toBody } from '../testing/to-body.ts'
import { email } from './index.ts'
import { sampleForm } from './sample-form.ts'

/** E-mail as the shared cases need to know it: as SendGrid signs it, with a key pair for each n. */
export const emailCases: ChannelCases = {
  channel: email,
  url: 'https://hooks.example/webhooks/email/support@shop.example',
  account: 'support@shop.example',
  encode: encodeMail,
  signature: {
    carrier: headerCarrier('x-twilio-email-event-webhook-signature'),
    coversBody: true,
    secret: privateKey,
    forgeries: {
      'hex instead of base64': (signature) => Buffer.from(signature, 'base64').toString('hex'),
      'lower-case letters': (signature) => signature.toLowerCase(),
      'surrounding space': (signature) => ` ${signature} `,
      'a scheme before it': (signature) => `v1=${signature}`,
      'a signature of nothing': () => Buffer.from([0x30, 0x06, 2, 1, 0, 2, 1, 0]).toString('base64'),
      'bytes that are no signature': () => Buffer.alloc(70, 7).toString('base64'),
      'one bit changed': (signature) => {
        const bytes = Buffer.from(signature, 'base64')
        bytes[20] = (bytes[20] ?? 0) ^ 1
        return bytes.toString('base64')
      },
    },
  },
  payloads: (entries) => entries.flat().flatMap(({ messages }) => messages),
  message: (n, text = `text ${n}`) => ({
    headers: `Message-ID: <mail.${n}@x.example>\nDate: Tue, 22 Sep 2026 10:00:00 +0000\n`,
    from: 'Ana T. <ana@x.example>',
    to: 'support@shop.example',
    subject: 'A question',
    text,
  }),
  unknownType: (n, structure) => ({
    headers: `Message-ID: <other.${n}@x.example>\nContent-Type: application/x-hologram\n`,
    from: 'Ana T. <ana@x.example>',
    subject: String(structure.title),
  }),
  unknownField: { event: 'telepathy', email: 'ana@x.example' },
  poison: [null, 7, 'text', [], {}, true],
  examples: new URL('./examples/', import.meta.url),
}

/** A form, as SendGrid posts a mail; what is none goes as JSON. */
function encodeMail(payload: unknown): { contentType: string; body: Uint8Array } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || 'event' in payload)
    return { contentType: 'application/json', body: toBody(JSON.stringify(payload)) }
  return sampleForm(payload as Record<string, string>)
}

/** The private key whose number is n, in the form of a secret. */
function privateKey(n: number): string {
  const curve = createECDH('prime256v1')
  const d = Buffer.alloc(32)
  d.writeUInt32BE(n + 1, 28)
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: d.toString('base64url') },
    ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'der' })
    .toString('base64')
}
