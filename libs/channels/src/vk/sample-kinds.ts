/** The part of a sample message that depends on its kind; the word is where search must find it. */
export type SampleKind = (words: { text: string; word: string; id: number }) => Record<string, unknown>

const attached = (type: string, node: Record<string, unknown>): Record<string, unknown> => ({
  attachments: [{ type, [type]: { owner_id: 300_000_001, ...node } }],
})

/** The kinds a sample goes through in turn, so that a handful of payloads already shows most of them. */
export const sampleKinds: readonly SampleKind[] = [
  ({ text, word }) => ({ text: `${text} ${word}` }),
  ({ text, word, id }) => ({
    text: `${text} ${word}`,
    ...attached('photo', {
      id,
      sizes: [
        { type: 's', url: 'https://cdn.example/photo-s.jpg', width: 75, height: 50 },
        { type: 'x', url: 'https://cdn.example/photo-x.jpg', width: 604, height: 403 },
      ],
    }),
  }),
  ({ word, id }) => ({
    text: '',
    ...attached('audio_message', {
      id,
      duration: 6,
      link_ogg: 'https://cdn.example/voice.ogg',
      link_mp3: 'https://cdn.example/voice.mp3',
      transcript: `Voice ${word}`,
    }),
  }),
  ({ text, word, id }) => ({
    text: `${word} ${text}`,
    ...attached('doc', {
      id,
      title: 'invoice.pdf',
      size: 52_113,
      ext: 'pdf',
      url: 'https://cdn.example/doc',
    }),
  }),
  ({ word }) => ({ text: `Delivery ${word}`, payload: '{"command":"delivery"}' }),
  ({ word }) => ({
    text: '',
    geo: {
      type: 'point',
      coordinates: { latitude: -6.1754, longitude: 106.8272 },
      place: { title: `Depot ${word}`, city: 'Contoh' },
    },
  }),
  ({ text, word }) => ({
    text,
    ...attached('link', { url: 'https://shop.example/hat', title: `Hat ${word}`, description: 'Blue' }),
  }),
]
