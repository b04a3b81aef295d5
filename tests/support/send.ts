import { signWhatsApp } from '@omnistream/channels'
import { type WhatsAppSample, whatsappSample } from '@omnistream/channels/testing/samples'

export type Signed = { body: string; headers: Record<string, string> }

export function signed(payload: unknown, secret: string): Signed {
  const body = JSON.stringify(payload)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signWhatsApp(Buffer.from(body), secret),
    },
  }
}

export const post = (url: string, { body, headers }: Signed): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers })

/** A payload with one text message from one person. */
export function textPayload(id: string, body: string, at = 1_790_000_000): unknown {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '900100200300400',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550100001', phone_number_id: '700800900100200' },
              contacts: [{ profile: { name: 'Ana T.' }, wa_id: '15550100042' }],
              messages: [{ from: '15550100042', id, timestamp: String(at), type: 'text', text: { body } }],
            },
          },
        ],
      },
    ],
  }
}

export const sample = (random: () => number, seq: number): WhatsAppSample =>
  whatsappSample(random, {
    phoneNumberId: '700800900100200',
    wabaId: '900100200300400',
    businessPhone: '15550100001',
    seq,
    now: Date.now(),
  })
