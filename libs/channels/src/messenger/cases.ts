import { metaSignature } from '../meta/meta-cases.ts'
import type { ChannelCases } from '../testing/channel-cases.ts'
import { messenger } from './index.ts'

const page = { id: '401000000000001' }
const customer = { id: '610000000000001' }
const sides = { sender: customer, recipient: page, timestamp: 1_790_000_000_123 }

/** Messenger as the shared cases need to know it. Numeric ids, so that the numbers case has something to turn. */
export const messengerCases: ChannelCases = {
  channel: messenger,
  url: 'https://hooks.example/webhooks/messenger',
  signature: metaSignature,
  payloads: (entries) => [
    {
      object: 'page',
      entry: entries.map((changes) => ({
        id: page.id,
        time: 1_790_000_000_500,
        messaging: changes.flatMap(({ messages, statuses }) => [...messages, ...statuses]),
      })),
    },
  ],
  message: (n, text = `text ${n}`) => ({ ...sides, message: { mid: String(1_000_000 + n), text } }),
  status: (n) => ({
    sender: customer,
    recipient: page,
    delivery: { mids: [`m_OUT${n}`], watermark: 1_790_000_000_000 + n },
  }),
  unknownType: (n, structure) => ({
    ...sides,
    message: { mid: String(2_000_000 + n), attachments: [{ type: 'hologram', payload: structure }] },
  }),
  unknownField: {
    object: 'page',
    entry: [{ id: page.id, time: 1, changes: [{ field: 'telepathy', value: {} }] }],
  },
  empty: { object: 'page', entry: [] },
  poison: [null, 7, 'text', [], {}, true],
  examples: new URL('./examples/', import.meta.url),
}
