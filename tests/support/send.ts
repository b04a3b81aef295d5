import { channels } from '@omnistream/channels'

export type Signed = { body: string; headers: Record<string, string> }

export function signed(payload: unknown, secret: string): Signed {
  const body = JSON.stringify(payload)
  return { body, headers: whatsappHeaders(body, secret) }
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

export type WhatsAppSample = { payload: unknown; messageIds: string[]; searchText: string }

export function sample(random: () => number, seq: number): WhatsAppSample {
  const account = { externalId: '700800900100200', businessId: '900100200300400', displayId: '15550100001' }
  const { body, ...said } = channels.whatsapp.sample({ random, account, seq, now: Date.now() })
  return { payload: JSON.parse(new TextDecoder().decode(body)), ...said }
}

/** Headers as WhatsApp would send them with these bytes. */
export function whatsappHeaders(body: string | Uint8Array, secret: string): Record<string, string> {
  const unsigned = {
    ...{ method: 'POST', url: '', receivedAt: Date.now(), body: Buffer.from(body) },
    headers: { 'content-type': 'application/json' },
  }
  return { ...channels.whatsapp.sign(unsigned, secret).headers }
}

/** The signature header's value for these bytes. */
export const signatureOf = (body: string | Uint8Array, secret: string): string =>
  whatsappHeaders(body, secret)['x-hub-signature-256'] ?? ''
