import { badCursor } from '../http/bad-cursor.ts'
import { decodeCursor, encodeCursor, type Place } from '../http/cursor.ts'
import type { RelevancePlace } from './search-relevance.ts'

export function newestCursor(place: Place | undefined): string | null {
  return place === undefined ? null : encodeCursor('search', [place])
}

/** @throws {ProblemError} 400 for a cursor that is not of a search by newest. */
export function readNewestCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  return decodeCursor('search', text, { places: 1 })?.places[0] ?? refuse()
}

export function relevanceCursor(at: RelevancePlace | undefined): string | null {
  return at === undefined ? null : encodeCursor('relevance', [at.place, at.upTo], [at.score])
}

/** @throws {ProblemError} 400 for a cursor that is not of a search by relevance. */
export function readRelevanceCursor(text: string | undefined): RelevancePlace | undefined {
  if (text === undefined) return undefined
  const decoded = decodeCursor('relevance', text, { places: 2, numbers: 1 })
  const [place, upTo] = decoded?.places ?? []
  const score = decoded?.numbers[0]
  return place === undefined || upTo === undefined || score === undefined ? refuse() : { score, place, upTo }
}

function refuse(): never {
  throw badCursor('cursor', 'is not a cursor of this search and sort')
}
