import { metaSignature } from '../meta/meta-cases.ts'
import type { ChannelCases } from '../testing/channel-cases.ts'
import { whatsapp } from './index.ts'

const metadata = { display_phone_number: '15550100001', phone_number_id: '700800900100200' }

/** WhatsApp as the shared cases need to know it. Numeric ids, so that the numbers case has something to turn. */
export const whatsappCases: ChannelCases = {
  channel: whatsapp,
  url: 'https://hooks.example/webhooks/whatsapp',
  signature: metaSignature,
  payloads: (entries) => [
    {
      object: 'whatsapp_business_account',
      entry: entries.map((changes) => ({
        id: '900100200300400',
        changes: changes.map((items) => ({
          field: 'messages',
          value: { messaging_product: 'whatsapp', metadata, ...items },
        })),
      })),
    },
  ],
  message: (n, text = `text ${n}`) => ({
    from: '15550100042',
    id: String(1_000_000 + n),
    timestamp: '1790000000',
    type: 'text',
    text: { body: text },
  }),
  status: (n) => ({
    id: `wamid.OUT${n}`,
    status: 'read',
    timestamp: '1790000000',
    recipient_id: '15550100042',
  }),
  unknownType: (n, structure) => ({
    from: '15550100042',
    id: String(2_000_000 + n),
    timestamp: '1790000000',
    type: 'hologram',
    hologram: structure,
  }),
  unknownField: {
    object: 'whatsapp_business_account',
    entry: [{ id: '9', changes: [{ field: 'telepathy', value: { metadata } }] }],
  },
  empty: { object: 'whatsapp_business_account', entry: [] },
  poison: [null, 7, 'text', [], {}, true],
  examples: new URL('./examples/', import.meta.url),
}
