/** The part of a sample message that depends on its kind; the word is where search must find it. */
export type SampleKind = (words: { text: string; word: string; id: string }) => Record<string, unknown>

const sha256 = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k='

/** The kinds a sample goes through in turn, so that a handful of payloads already shows most of them. */
export const sampleKinds: readonly SampleKind[] = [
  ({ text, word }) => ({ type: 'text', text: { body: `${text} ${word}` } }),
  ({ text, word, id }) => ({
    type: 'image',
    image: { id, mime_type: 'image/jpeg', sha256, caption: `${text} ${word}` },
  }),
  ({ word, id }) => ({
    type: 'interactive',
    context: { from: '15550100001', id: `wamid.SAMPLEOUT${id}` },
    interactive: { type: 'list_reply', list_reply: { id, title: `Slot ${word}`, description: '10:30' } },
  }),
  ({ text, word }) => ({
    type: 'text',
    context: { frequently_forwarded: true },
    text: { body: `${word}: ${text}` },
  }),
  ({ word }) => ({
    type: 'location',
    location: { latitude: -6.1754, longitude: 106.8272, name: `Depot ${word}`, address: 'Jalan Contoh 1' },
  }),
  ({ text, word, id }) => ({
    type: 'document',
    document: {
      id,
      mime_type: 'application/pdf',
      sha256,
      filename: 'invoice.pdf',
      caption: `${word} ${text}`,
    },
  }),
  ({ word }) => ({
    type: 'contacts',
    contacts: [
      { name: { formatted_name: `Rita ${word}` }, phones: [{ phone: '+1 555 010 0077', type: 'CELL' }] },
    ],
  }),
  ({ word, id }) => ({
    type: 'order',
    order: {
      catalog_id: id,
      text: `Gift wrap ${word}`,
      product_items: [{ product_retailer_id: 'SKU-7', quantity: 2, item_price: 4.5, currency: 'EUR' }],
    },
  }),
  ({ word }) => ({ type: 'button', button: { payload: 'CONFIRM', text: `Confirm ${word}` } }),
  ({ text, word }) => ({
    type: 'text',
    text: { body: `${text} ${word}` },
    referral: {
      source_url: 'https://ads.example/spring',
      source_id: '120200',
      source_type: 'ad',
      headline: 'Spring',
    },
  }),
]
