import { generateWebhookSecret } from '@omnistream/delivery'

export const benchSecret = generateWebhookSecret()

/** About as large as a text message is told. */
export const benchPayload = {
  ...{
    id: '0190a1b2-c3d4-5e5f-8a9b-0c1d2e3f4a5b',
    external_id: 'whatsapp:700800900100200:wamid.HBgMNTU',
    channel: 'whatsapp',
  },
  ...{ direction: 'inbound', type: 'text', content: { body: 'Is the blue one still there? '.repeat(8) } },
  sender: { name: 'Ana', identities: [{ kind: 'wa_id', value: '15550100042' }] },
  ...{ reactions: [], edits: [], recipients: [], status_times: {}, status_details: {} },
  ...{ created_at: '2026-08-01T12:00:00.000Z', received_at: '2026-08-01T12:00:00.900Z' },
}

export const benchBody = Buffer.from(
  JSON.stringify({ type: 'message.created', timestamp: '2026-08-01T12:00:01.250Z', data: benchPayload }),
)
