type Words = { text: string; word: string; id: string; account: string }

/** The parameters of a sample that depend on its kind; the word is where search must find it. */
export type SampleKind = {
  whatsapp?: true
  media?: true
  fields(words: Words): Record<string, string>
}

const mediaUrl = ({ account, id }: Words): string =>
  `https://media.example/2010-04-01/Accounts/${account}/Messages/MM${id}/Media/ME${id}`

/** The kinds a sample goes through in turn, so that a handful of payloads already shows most of them. */
export const sampleKinds: readonly SampleKind[] = [
  {
    fields: ({ text, word }) => ({
      Body: `${text} ${word}`,
      FromCity: 'EXAMPLEVILLE',
      FromCountry: 'US',
      ToCountry: 'US',
    }),
  },
  {
    whatsapp: true,
    media: true,
    fields: (words) => ({
      Body: `${words.text} ${words.word}`,
      MessageType: 'image',
      MediaUrl0: mediaUrl(words),
      MediaContentType0: 'image/jpeg',
    }),
  },
  {
    whatsapp: true,
    fields: ({ word, id }) => ({
      Body: `Slot ${word}`,
      MessageType: 'interactive',
      ListId: id,
      ListTitle: `Slot ${word}`,
      OriginalRepliedMessageSid: `MM${id}`,
    }),
  },
  {
    media: true,
    fields: (words) => ({
      Body: `${words.word} ${words.text}`,
      MediaUrl0: mediaUrl(words),
      MediaContentType0: 'application/pdf',
    }),
  },
  {
    whatsapp: true,
    fields: ({ word }) => ({
      Body: '',
      MessageType: 'location',
      Latitude: '-6.1754',
      Longitude: '106.8272',
      Label: `Depot ${word}`,
      Address: 'Jalan Contoh 1',
    }),
  },
  {
    whatsapp: true,
    fields: ({ word }) => ({
      Body: `Confirm ${word}`,
      MessageType: 'button',
      ButtonText: `Confirm ${word}`,
      ButtonPayload: 'CONFIRM',
    }),
  },
  {
    whatsapp: true,
    fields: ({ text, word }) => ({
      Body: `${text} ${word}`,
      MessageType: 'text',
      ReferralHeadline: 'Spring',
      ReferralSourceType: 'ad',
      ReferralSourceId: '120200',
      ReferralNumMedia: '0',
    }),
  },
]
