import type { MessageDocument } from '@omnistream/mongo/documents'
import { comparable, matches } from '@omnistream/mongo/search/match'
import type { SearchQuery } from '@omnistream/mongo/search/query'
import { readableTexts } from '@omnistream/mongo/search/readable-texts'
import type { Place } from '../http/cursor.ts'
import { isTimeout } from '../http/translate-error.ts'
import type { Fetched } from './fetch-newest.ts'
import { candidatePage, candidatesMax } from './search-limits.ts'

/** Fetches up to `limit` candidates older than a place, newest first, within the time that is left. */
export type FetchCandidates = (before: Place | undefined, limit: number) => Promise<Fetched>

/** `next` is where to go on; `complete` is false where the bound on candidates or time ended the look before `limit` hits. */
export type SearchResult = { hits: MessageDocument[]; next: Place | undefined; complete: boolean }

/**
 * Walks the candidates newest first until a page is full. Without phrases and negations every candidate is a hit.
 * A time budget that runs out after something was examined ends the page early instead of failing it.
 */
export async function searchNewest(
  fetch: FetchCandidates,
  query: SearchQuery,
  before: Place | undefined,
  limit: number,
): Promise<SearchResult> {
  const checked = query.phrases.length + query.negations.length > 0
  const size = checked ? candidatePage : limit + 1
  const hits: MessageDocument[] = []
  let at = before
  for (let examined = 0; examined < candidatesMax; examined += size) {
    const { rows, stopped } = await fetchOrStop(fetch, at, size, examined > 0)
    for (const [index, row] of rows.entries()) {
      at = placeOf(row) ?? at
      if (!checked || matches(query, textOf(row))) hits.push(row)
      const last = !stopped && index === rows.length - 1 && rows.length < size
      if (hits.length === limit) return { hits, next: last ? undefined : at, complete: true }
    }
    if (stopped) return { hits, next: at, complete: false }
    if (rows.length < size) return { hits, next: undefined, complete: true }
  }
  return { hits, next: at, complete: false }
}

async function fetchOrStop(
  fetch: FetchCandidates,
  at: Place | undefined,
  size: number,
  mayStop: boolean,
): Promise<Fetched> {
  try {
    return await fetch(at, size)
  } catch (error) {
    if (mayStop && isTimeout(error)) return { rows: [], stopped: true }
    throw error
  }
}

/** The text that phrases and negations are checked on, and relevance is scored by. */
export function textOf(row: Pick<MessageDocument, 'content'>): string {
  return comparable(readableTexts(row.content).map(({ text }) => text))
}

export function placeOf(row: Pick<MessageDocument, '_id' | 'created_at'>): Place | undefined {
  return row.created_at === undefined ? undefined : { at: row.created_at, id: row._id }
}
