import { type ChannelCases, headerCarrier } from '../testing/channel-cases.ts'
import { toBody } from '../testing/to-body.ts'
import { twilio } from './index.ts'

const parties = {
  AccountSid: 'AC00000000000000000000000000000001',
  From: '+15550100042',
  To: '+15550100001',
  ApiVersion: '2010-04-01',
}

const sid = (prefix: string, n: number): string => prefix + String(n).padStart(32, '0')

/** Twilio as the shared cases need to know it. */
export const twilioCases: ChannelCases = {
  channel: twilio,
  url: 'https://hooks.example/webhooks/twilio',
  encode: encodeForm,
  signature: {
    carrier: headerCarrier('x-twilio-signature'),
    coversBody: true,
    forgeries: {
      'hex instead of base64': (signature) => Buffer.from(signature, 'base64').toString('hex'),
      'lower-case letters': (signature) => signature.toLowerCase(),
      'no padding': (signature) => signature.replace('=', ''),
      'the digits of another alphabet': (signature) => `-${signature.slice(1)}`,
      'surrounding space': (signature) => ` ${signature} `,
      'a scheme before it': (signature) => `sha1=${signature}`,
      'one character changed': (signature) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1),
    },
  },
  payloads: (entries) => entries.flat().flatMap(({ messages, statuses }) => [...messages, ...statuses]),
  message: (n, text = `text ${n}`) => ({
    ...parties,
    MessageSid: sid('SM', n),
    SmsSid: sid('SM', n),
    Body: text,
    NumMedia: '0',
    SmsStatus: 'received',
  }),
  status: (n) => ({
    ...parties,
    MessageSid: sid('SM', 1000 + n),
    MessageStatus: 'delivered',
    From: parties.To,
    To: parties.From,
  }),
  unknownType: (n, structure) => ({
    ...parties,
    From: 'whatsapp:+15550100042',
    To: 'whatsapp:+15550100001',
    MessageSid: sid('SM', 2000 + n),
    Body: String(structure.title),
    NumMedia: '0',
    MessageType: 'hologram',
    SmsStatus: 'received',
  }),
  unknownField: { AccountSid: parties.AccountSid, EventType: 'onTelepathy' },
  poison: [null, 7, 'text', [], { AccountSid: parties.AccountSid }, true],
  examples: new URL('./examples/', import.meta.url),
}

/** A form, as Twilio sends one; what is no set of parameters goes as JSON. */
function encodeForm(payload: unknown): { contentType: string; body: Uint8Array } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return { contentType: 'application/json', body: toBody(JSON.stringify(payload)) }
  const form = new URLSearchParams(
    Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return { contentType: 'application/x-www-form-urlencoded; charset=UTF-8', body: toBody(form.toString()) }
}
