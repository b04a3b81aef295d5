import type { SampleFile } from './sample-form.ts'

type Sender = { name: string; address: string }
type Words = { text: string; word: string; id: string; from: Sender }

/** The part of a sample mail that depends on its kind. */
export type SampleMail = {
  subject: string
  fields: Record<string, string>
  headers?: string[]
  files?: SampleFile[]
  from?: Sender
}

/** The kinds a sample goes through in turn; the word is where search must find it. */
export const sampleKinds: readonly ((words: Words) => SampleMail)[] = [
  ({ text, word }) => ({ subject: 'A question', fields: { text: `${text}\n\n${word}\n` } }),
  ({ text, word }) => ({
    subject: `Order ${word}`,
    headers: ['Content-Type: text/html; charset=utf-8'],
    fields: { html: `<html><head><style>p{}</style></head><body><p>${text}</p><p>&mdash;</p></body></html>` },
  }),
  ({ text, word, id }) => ({
    subject: 'Re: Your order',
    headers: [`In-Reply-To: <order.${id}@shop.example>`, 'Content-Type: text/plain'],
    fields: { text: `${word} ${text}\n\n> Thank you for your order` },
  }),
  ({ text, word, id }) => ({
    subject: 'The invoice',
    headers: ['Content-Type: multipart/mixed; boundary="b"'],
    fields: {
      text: `${text} ${word}\n`,
      'attachment-info': JSON.stringify({
        attachment1: { filename: `invoice-${id}.txt`, name: `invoice-${id}.txt`, type: 'text/plain' },
      }),
    },
    files: [
      { name: 'attachment1', filename: `invoice-${id}.txt`, type: 'text/plain', content: `invoice ${id}` },
    ],
  }),
  ({ word, from }) => ({
    subject: 'Undelivered mail returned to sender',
    from: { name: 'Mail Delivery System', address: 'MAILER-DAEMON@mail.example' },
    headers: [
      'Auto-Submitted: auto-replied',
      `X-Failed-Recipients: ${from.address}`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ],
    fields: { text: `Your message ${word} to ${from.address} could not be delivered.\n` },
  }),
]
