import { type ContentDocument, readableTexts, searchTerms } from '@omnistream/mongo'
import type { MessageState } from './types.ts'

export type Saying = { type: string; content: ContentDocument }

/** What the message said before its edits; undefined while only edits have come. */
export function originalOf(state: MessageState): Saying | undefined {
  if (state.original) return state.original
  if (state.placeholder || state.type === undefined || state.content === undefined) return undefined
  return { type: state.type, content: state.content }
}

/**
 * Derives what is shown and found: the newest edit where there is one, else the message as it was sent. A
 * message that was taken back keeps its words; `deleted_at` marks it.
 */
export function materialise(state: MessageState, base: Saying | undefined): MessageState {
  if (!base) return state
  const { original: _original, edited_at: _editedAt, ...kept } = state
  const newest = state.edits?.at(-1)
  const shown = newest ? { type: newest.type, content: newest.content } : base
  const terms = searchTerms(readableTexts(shown.content).map(({ text }) => text))
  return {
    ...kept,
    ...shown,
    search: { terms },
    ...(newest ? { original: base, edited_at: newest.at } : {}),
  }
}
