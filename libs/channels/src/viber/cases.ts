import { type ChannelCases, headerCarrier } from '../testing/channel-cases.ts'
import { viber } from './index.ts'

const account = 'shop-bot'
const ana = { id: 'aB+cd/EFgh012345678901==', name: 'Ana Torres' }
const timestamp = 1_790_000_000_123

/** Viber as the shared cases need to know it: each event is a webhook of its own. */
export const viberCases: ChannelCases = {
  channel: viber,
  url: `https://hooks.example/webhooks/viber/${account}`,
  account,
  signature: {
    carrier: headerCarrier('x-viber-content-signature'),
    coversBody: true,
    secret: (n) => `44b935abea139fd6-53fa53b32559c4a6-12dbd3d883b0683${n}`,
    forgeries: {
      'upper-case digits': (signature) => signature.toUpperCase(),
      'base64 instead of hex': (signature) => Buffer.from(signature, 'hex').toString('base64'),
      'digits that are none': (signature) => `${signature.slice(0, -1)}g`,
      'a scheme before it': (signature) => `sha256=${signature}`,
      'surrounding space': (signature) => ` ${signature} `,
      'one digit changed': (signature) => signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0'),
    },
  },
  payloads: (entries) => entries.flat().flatMap(({ messages, statuses }) => [...messages, ...statuses]),
  message: (n, text = `text ${n}`) => ({
    ...{ event: 'message', timestamp, message_token: 4_900_000_000_000 + n, sender: ana },
    message: { type: 'text', text },
  }),
  status: (n) => ({
    ...{ event: 'delivered', timestamp, message_token: 4_900_000_001_000 + n, user_id: ana.id },
  }),
  unknownType: (n, structure) => ({
    ...{ event: 'message', timestamp, message_token: 4_900_000_002_000 + n, sender: ana },
    message: { ...structure, type: 'hologram' },
  }),
  unknownField: { event: 'telepathy', timestamp, message_token: 4_900_000_003_000, user: ana },
  poison: [null, 7, '"text"', [], {}, true, { event: 'message' }, { event: 'seen' }, { event: 'subscribed' }],
  examples: new URL('./examples/', import.meta.url),
}
