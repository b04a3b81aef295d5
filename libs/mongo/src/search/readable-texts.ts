import type { ContentDocument } from '../documents.ts'

/** A text of a message that people read, and the path of its field in the document. */
export type ReadableText = { field: string; text: string }

/** UTF-16 units of one text that search looks at. No channel has longer messages; what has must not stall a search. */
export const searchedCharsMax = 50_000

/** Everything a person can read in a message, and so expects to find it by: body, caption, text, the names of documents. */
export function readableTexts(content: ContentDocument | undefined): ReadableText[] {
  const fields: [string, unknown][] = [
    ['content.body', content?.body],
    ['content.caption', content?.caption],
    ['content.text', content?.text],
    ['content.media.filename', filenames(content)],
  ]
  return fields.flatMap(([field, text]) =>
    typeof text === 'string' && text !== '' ? [{ field, text: text.slice(0, searchedCharsMax) }] : [],
  )
}

function filenames(content: ContentDocument | undefined): string | undefined {
  const names = (content?.media ?? []).flatMap(({ filename }) =>
    typeof filename === 'string' ? [filename] : [],
  )
  return names.length === 0 ? undefined : names.join('\n')
}
