import { ProblemError } from '@omnistream/common'
import type { MessageDocument } from '@omnistream/mongo/documents'
import type { SearchQuery } from '@omnistream/mongo/search/query'
import { messageJson } from '@omnistream/views'
import type { ApiDeps } from '../deps.ts'
import type { Place } from '../http/cursor.ts'
import { runFind } from '../http/run-find.ts'
import { isTimeout } from '../http/translate-error.ts'
import { messagesByIdQuery } from '../messages/message-queries.ts'
import { shownMessages } from '../messages/shown-messages.ts'
import { fetchNewest } from './fetch-newest.ts'
import { newestCursor, readNewestCursor, readRelevanceCursor, relevanceCursor } from './search-cursor.ts'
import { candidatesMax } from './search-limits.ts'
import { searchNewest } from './search-newest.ts'
import { type SearchFilters, searchCandidatesQuery, searchNewestQuery } from './search-queries.ts'
import { rankCandidates } from './search-relevance.ts'
import type { SearchJson } from './search-schema.ts'
import { snippetsOf } from './snippets.ts'

export type SearchRequest = {
  tenantId: string
  query: SearchQuery
  filters: SearchFilters
  sort: 'newest' | 'relevance'
  cursor: string | undefined
  limit: number
}

export type SearchDeps = Pick<
  ApiDeps,
  'collections' | 'uuids' | 'searchBudgetMs' | 'elapsedMs' | 'now' | 'findWatermarks'
>

/**
 * One page of a search, within the time budget.
 * @throws {ProblemError} 400 for a foreign cursor, 504 `search-timeout` where not even a first look fits the budget.
 */
export async function searchMessages(deps: SearchDeps, request: SearchRequest): Promise<SearchJson> {
  try {
    return await (request.sort === 'newest' ? byNewest(deps, request) : byRelevance(deps, request))
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw new ProblemError(504, {
      type: 'urn:omnistream:problem:search-timeout',
      title: 'Search took too long',
      detail: `the search was stopped after ${deps.searchBudgetMs} ms: use a longer or rarer word, or narrow it by from, to, conversation or account`,
      extensions: { budget_ms: deps.searchBudgetMs },
      cause: error,
    })
  }
}

async function byNewest(deps: SearchDeps, request: SearchRequest): Promise<SearchJson> {
  const { uuids } = deps
  const leftMs = budget(deps)
  const result = await searchNewest(
    (before, limit) =>
      fetchNewest(
        (window, count) => {
          const page = { before, window, limit: count }
          const spec = searchNewestQuery(uuids, request.tenantId, request.query, request.filters, page)
          return runFind(deps.collections.messages, spec, leftMs())
        },
        anchorOf(deps, request, before),
        request.filters.from,
        limit,
      ),
    request.query,
    readNewestCursor(request.cursor),
    request.limit,
  )
  return {
    data: (await shownMessages(result.hits, request.tenantId, deps, leftMs())).map((hit) =>
      item(deps, hit, request.query, null),
    ),
    page: { next: newestCursor(result.next) },
    complete: result.complete,
  }
}

async function byRelevance(deps: SearchDeps, request: SearchRequest): Promise<SearchJson> {
  const { uuids } = deps
  const leftMs = budget(deps)
  const after = readRelevanceCursor(request.cursor)
  const { rows, stopped } = await fetchNewest(
    (window, count) => {
      const page = { upTo: after?.upTo, window, limit: count }
      const spec = searchCandidatesQuery(uuids, request.tenantId, request.query, request.filters, page)
      return runFind(deps.collections.messages, spec, leftMs())
    },
    anchorOf(deps, request, after?.upTo),
    request.filters.from,
    candidatesMax + 1,
  )
  const { page, next, complete } = rankCandidates(rows, request.query, after, request.limit)
  const ids = page.map(({ place }) => uuids.read(place.id))
  const stored = new Map<string, MessageDocument>()
  if (ids.length > 0) {
    const byId = messagesByIdQuery(uuids, request.tenantId, ids)
    const rows = await runFind(deps.collections.messages, byId, leftMs())
    const shown = await shownMessages(rows, request.tenantId, deps, leftMs())
    for (const row of shown) stored.set(uuids.read(row._id), row)
  }
  const data = page.flatMap(({ place, score }) => {
    const row = stored.get(uuids.read(place.id))
    return row === undefined ? [] : [item(deps, row, request.query, score)]
  })
  return { data, page: { next: relevanceCursor(next) }, complete: complete && !stopped }
}

function item(
  deps: SearchDeps,
  row: MessageDocument,
  query: SearchQuery,
  score: number | null,
): SearchJson['data'][number] {
  return { message: messageJson(row, deps.uuids), snippets: snippetsOf(row.content, query), score }
}

/** The latest instant that a wanted message can be of. */
function anchorOf(deps: SearchDeps, { filters }: SearchRequest, place: Place | undefined): Date {
  const latest = [
    deps.now(),
    ...(filters.to === undefined ? [] : [filters.to]),
    ...(place === undefined ? [] : [place.at]),
  ]
  return new Date(Math.min(...latest.map((at) => at.getTime())))
}

/** What is left of the request's time, ms; at least one, so that the server and not the driver says it is over. */
function budget(deps: SearchDeps): () => number {
  const begin = deps.elapsedMs()
  return () => Math.max(1, deps.searchBudgetMs - (deps.elapsedMs() - begin))
}
