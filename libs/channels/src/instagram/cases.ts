import { metaSignature } from '../meta/meta-cases.ts'
import type { ChannelCases } from '../testing/channel-cases.ts'
import { instagram } from './index.ts'

const business = { id: '178414000000001' }
const customer = { id: '120000000000001' }
const sides = { sender: customer, recipient: business, timestamp: 1_790_000_000_123 }

/** Instagram as the shared cases need to know it. Numeric ids, so that the numbers case has something to turn. */
export const instagramCases: ChannelCases = {
  channel: instagram,
  url: 'https://hooks.example/webhooks/instagram',
  signature: metaSignature,
  payloads: (entries) => [
    {
      object: 'instagram',
      entry: entries.map((changes) => ({
        id: business.id,
        time: 1_790_000_000_500,
        messaging: changes.flatMap(({ messages, statuses }) => [...messages, ...statuses]),
      })),
    },
  ],
  message: (n, text = `text ${n}`) => ({ ...sides, message: { mid: String(1_000_000 + n), text } }),
  status: (n) => ({ ...sides, read: { mid: `aWdf_OUT${n}` } }),
  unknownType: (n, structure) => ({
    ...sides,
    message: { mid: String(2_000_000 + n), attachments: [{ type: 'hologram', payload: structure }] },
  }),
  unknownField: {
    object: 'instagram',
    entry: [{ id: business.id, time: 1, changes: [{ field: 'telepathy', value: {} }] }],
  },
  empty: { object: 'instagram', entry: [] },
  poison: [null, 7, 'text', [], {}, true],
  examples: new URL('./examples/', import.meta.url),
}
