import { type ChannelCases, headerCarrier, type SampleItem } from '../testing/channel-cases.ts'
import { line } from './index.ts'

const destination = 'U00000000000000000000000000000bot'
const source = { type: 'user', userId: 'U0000000000000000000000000000ana1' }

const event = (n: number, fields: SampleItem): SampleItem => ({
  ...{ type: 'message', mode: 'active', timestamp: 1_790_000_000_000 + n, source },
  webhookEventId: `01TEST${String(n).padStart(20, '0')}`,
  deliveryContext: { isRedelivery: false },
  ...fields,
})

/** LINE as the shared cases need to know it: all events stand in one list, and there are no statuses. */
export const lineCases: ChannelCases = {
  channel: line,
  url: 'https://hooks.example/webhooks/line',
  signature: {
    carrier: headerCarrier('x-line-signature'),
    coversBody: true,
    forgeries: {
      'hex instead of base64': (signature) => Buffer.from(signature, 'base64').toString('hex'),
      'the digits of another alphabet': (signature) => `-${signature.slice(1)}`,
      'no padding': (signature) => signature.replace('=', ''),
      'upper-case letters': (signature) => signature.toUpperCase(),
      'a scheme before it': (signature) => `sha256=${signature}`,
      'surrounding space': (signature) => ` ${signature} `,
      'one letter changed': (signature) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1),
      'another spelling of the same bytes': (signature) => respell(signature),
    },
  },
  payloads: (entries) => [{ destination, events: entries.flat().flatMap(({ messages }) => messages) }],
  message: (n, text = `text ${n}`) =>
    event(n, { message: { id: String(500_000_000 + n), type: 'text', text } }),
  unknownType: (n, structure) =>
    event(1_000 + n, { message: { id: String(500_001_000 + n), type: 'hologram', ...structure } }),
  unknownField: { destination, events: [event(1, { type: 'telepathy', thought: 'hello' })] },
  empty: { destination, events: [] },
  poison: [null, 7, 'text', [], {}, true, { type: 'message' }, { type: 'unsend', unsend: {} }],
  examples: new URL('./examples/', import.meta.url),
}

/** The last letter of 32 bytes in base64 has two bits that say nothing. */
function respell(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const last = alphabet.indexOf(signature.charAt(42))
  return `${signature.slice(0, 42)}${alphabet.charAt(last ^ 1)}=`
}
