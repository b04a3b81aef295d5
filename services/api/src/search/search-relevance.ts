import type { MessageDocument } from '@omnistream/mongo/documents'
import { matches } from '@omnistream/mongo/search/match'
import type { SearchQuery } from '@omnistream/mongo/search/query'
import { score } from '@omnistream/mongo/search/score'
import type { Binary } from 'mongodb'
import type { Place } from '../http/cursor.ts'
import { candidatesMax } from './search-limits.ts'
import { placeOf, textOf } from './search-newest.ts'

/** Where a page of ranked hits ended, and the newest candidate the ranking knew: later messages do not shift it. */
export type RelevancePlace = { score: number; place: Place; upTo: Place }

export type Ranked = { place: Place; score: number }

export type RelevanceResult = { page: Ranked[]; next: RelevancePlace | undefined; complete: boolean }

/**
 * Ranks the newest `candidatesMax` candidates. They come from the tenant's terms index: the seed's text index has no
 * tenant in it, so its plan would read other tenants' entries. `complete` is false where there were more candidates.
 */
export function rankCandidates(
  rows: readonly Pick<MessageDocument, '_id' | 'created_at' | 'content'>[],
  query: SearchQuery,
  after: RelevancePlace | undefined,
  limit: number,
): RelevanceResult {
  const candidates = rows.slice(0, candidatesMax)
  const ranked: Ranked[] = []
  for (const row of candidates) {
    const place = placeOf(row)
    const text = textOf(row)
    if (place === undefined || !matches(query, text)) continue
    ranked.push({ place, score: score(query, text) })
  }
  ranked.sort(byRank)
  const rest = after === undefined ? ranked : ranked.filter((hit) => byRank(hit, after) > 0)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const newest = candidates[0] === undefined ? undefined : placeOf(candidates[0])
  const upTo = after?.upTo ?? newest
  return {
    page,
    next: rest.length > limit && last !== undefined && upTo !== undefined ? { ...last, upTo } : undefined,
    complete: rows.length <= candidatesMax,
  }
}

/** Best first; of equals the newest first, then by id, so that the order is the same on every page. */
function byRank(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.place.at.getTime() - a.place.at.getTime() ||
    Buffer.compare(bytesOf(b.place.id), bytesOf(a.place.id))
  )
}

function bytesOf(id: Binary): Uint8Array {
  return id.buffer.subarray(0, id.position)
}
