import type { ContentDocument } from '@omnistream/mongo/documents'
import { highlight, type Snippet } from '@omnistream/mongo/search/highlight'
import type { SearchQuery } from '@omnistream/mongo/search/query'
import { readableTexts } from '@omnistream/mongo/search/readable-texts'

/** A snippet and the field it is from. */
export type FieldSnippet = Snippet & { field: string }

const snippetsMax = 3

/** The parts of a message's own texts that show why it was found; the beginning of its first text where none does. */
export function snippetsOf(content: ContentDocument | undefined, query: SearchQuery): FieldSnippet[] {
  const all = readableTexts(content).map(({ field, text }) => ({ field, ...highlight(text, query) }))
  const telling = all.filter((snippet) => snippet.ranges.length > 0)
  return (telling.length > 0 ? telling : all.slice(0, 1)).slice(0, snippetsMax)
}
