/** The part of a sample message that depends on its kind; the word is where search must find it. */
export type SampleKind = (words: { text: string; word: string; id: string }) => Record<string, unknown>

const file = (id: string): Record<string, unknown> => ({ file_id: `SAMPLE${id}`, file_unique_id: `u${id}` })

/** The kinds a sample goes through in turn, so that a handful of payloads already shows most of them. */
export const sampleKinds: readonly SampleKind[] = [
  ({ text, word }) => ({ text: `${text} ${word}` }),
  ({ text, word, id }) => ({
    photo: [
      { ...file(`${id}s`), width: 90, height: 60, file_size: 1_204 },
      { ...file(id), width: 1280, height: 853, file_size: 182_004 },
    ],
    caption: `${text} ${word}`,
  }),
  ({ text, word, id }) => ({
    document: { ...file(id), file_name: 'invoice.pdf', mime_type: 'application/pdf', file_size: 52_113 },
    caption: `${word} ${text}`,
  }),
  ({ word }) => ({
    location: { latitude: -6.1754, longitude: 106.8272 },
    venue: {
      location: { latitude: -6.1754, longitude: 106.8272 },
      title: `Depot ${word}`,
      address: 'Jalan Contoh 1',
    },
  }),
  ({ word, id }) => ({
    contact: { phone_number: '15550100077', first_name: 'Rita', last_name: word, user_id: Number(id) },
  }),
  ({ text, word, id }) => ({
    voice: { ...file(id), duration: 7, mime_type: 'audio/ogg', file_size: 30_221 },
    caption: `${text} ${word}`,
  }),
  ({ text, word }) => ({
    text: `/start ${word} ${text}`,
    entities: [{ type: 'bot_command', offset: 0, length: 6 }],
  }),
  ({ word, id }) => ({
    poll: {
      ...{ id, question: `Which day suits you, ${word}?`, total_voter_count: 0, is_closed: false },
      ...{ is_anonymous: true, type: 'regular', allows_multiple_answers: false },
      options: [
        { text: 'Monday', voter_count: 0 },
        { text: 'Tuesday', voter_count: 0 },
      ],
    },
  }),
  ({ text, word, id }) => ({
    video: {
      ...file(id),
      width: 720,
      height: 1280,
      duration: 12,
      mime_type: 'video/mp4',
      file_size: 2_401_007,
    },
    caption: `${text} ${word}`,
  }),
]
