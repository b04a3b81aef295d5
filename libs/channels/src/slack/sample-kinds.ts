/** The part of a sample message that depends on its kind; the word is where search must find it. */
export type SampleKind = (words: { text: string; word: string; id: string }) => Record<string, unknown>

const written = (text: string): Record<string, unknown> => ({
  text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  blocks: [
    {
      type: 'rich_text',
      block_id: 'b1',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
    },
  ],
})

const file = (id: string, name: string, mimetype: string): Record<string, unknown> => ({
  ...{ id: `F0${id}`, name, title: name, mimetype, size: 182_004, mode: 'hosted' },
  url_private: `https://files.example/files-pri/F0${id}/${name}`,
})

/** The kinds a sample goes through in turn, so that a handful of requests already shows most of them. */
export const sampleKinds: readonly SampleKind[] = [
  ({ text, word }) => written(`${text} ${word}`),
  ({ text, word, id }) => ({
    ...{ subtype: 'file_share', text: `${text} ${word}` },
    files: [{ ...file(id, 'photo.jpg', 'image/jpeg'), original_w: 1280, original_h: 853 }],
  }),
  ({ text, word }) => ({ ...written(`${word} ${text}`), thread_ts: '1790000000.000001' }),
  ({ word, text, id }) => ({
    ...{ subtype: 'file_share', text: `${word} ${text}` },
    files: [file(id, 'invoice.pdf', 'application/pdf')],
  }),
  ({ text, word }) => ({ text: `<@U0BOT> ${text} <https://shop.example/${word}|the page>` }),
]
