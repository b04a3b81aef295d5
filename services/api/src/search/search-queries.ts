import type { SearchQuery } from '@omnistream/mongo/search/query'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { Document } from 'mongodb'
import type { Place } from '../http/cursor.ts'
import { beyond, type FindSpec } from '../http/keyset.ts'
import { messageProjection, notPlaceholder } from '../messages/message-queries.ts'
import type { TimeWindow } from './fetch-newest.ts'

/** What a search may be narrowed to. */
export type SearchFilters = {
  channel?: string | undefined
  account?: string | undefined
  conversation?: string | undefined
  direction?: 'inbound' | 'outbound' | undefined
  type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Messages that have every term, newest first, older than a place; phrases and negations are not in it. */
export function searchNewestQuery(
  uuids: UuidCodec,
  tenantId: string,
  query: SearchQuery,
  filters: SearchFilters,
  page: { before?: Place | undefined; window: TimeWindow; limit: number },
): FindSpec {
  const past = page.before === undefined ? undefined : beyond('created_at', page.before, 'older')
  return {
    ...candidates(uuids, tenantId, query, filters, [page.window, past?.range ?? {}], past?.tie ?? {}),
    limit: page.limit,
    projection: messageProjection,
  }
}

/** The newest candidates up to and including a place, with no more of them than scoring needs. */
export function searchCandidatesQuery(
  uuids: UuidCodec,
  tenantId: string,
  query: SearchQuery,
  filters: SearchFilters,
  page: { upTo?: Place | undefined; window: TimeWindow; limit: number },
): FindSpec {
  const { upTo } = page
  const range = upTo === undefined ? {} : { $lte: upTo.at }
  const tie =
    upTo === undefined ? {} : { $or: [{ created_at: { $lt: upTo.at } }, { _id: { $lte: upTo.id } }] }
  return {
    ...candidates(uuids, tenantId, query, filters, [page.window, range], tie),
    limit: page.limit,
    projection: { created_at: 1, content: 1 },
  }
}

/** With a conversation given, its own index may serve as well. */
function candidates(
  uuids: UuidCodec,
  tenantId: string,
  query: SearchQuery,
  filters: SearchFilters,
  [window, range]: readonly [TimeWindow, Document],
  tie: Document,
): Pick<FindSpec, 'indexes' | 'filter' | 'sort'> {
  const bounds = {
    ...narrower('$gte', filters.from, window.from),
    ...narrower('$lt', filters.to, window.to),
    ...range,
  }
  return {
    indexes: filters.conversation === undefined ? ['search_terms'] : ['search_terms', 'thread'],
    filter: {
      tenant_id: uuids.match(tenantId),
      'search.terms': termsCondition(query),
      ...(Object.keys(bounds).length > 0 ? { created_at: bounds } : {}),
      ...tie,
      ...equalities(uuids, filters),
      ...notPlaceholder,
    },
    sort: { created_at: -1, _id: -1 },
  }
}

/** The narrower of two bounds. */
function narrower(operator: '$gte' | '$lt', a: Date | undefined, b: Date | undefined): Document {
  const both = [a, b].flatMap((bound) => (bound === undefined ? [] : [bound.getTime()]))
  if (both.length === 0) return {}
  return { [operator]: new Date(operator === '$gte' ? Math.max(...both) : Math.min(...both)) }
}

/** The rarest term first, because a multikey index serves one of them; prefixes as anchored expressions. */
function termsCondition(query: SearchQuery): unknown {
  const prefixes = query.prefixes.map((prefix) => new RegExp(`^${escapeExpression(prefix)}`))
  const [first, ...rest] = [...query.terms, ...prefixes]
  return rest.length === 0 ? first : { $all: [first, ...rest] }
}

function equalities(uuids: UuidCodec, filters: SearchFilters): Document {
  return {
    ...(filters.channel === undefined ? {} : { channel: filters.channel }),
    ...(filters.account === undefined ? {} : { account_id: uuids.match(filters.account) }),
    ...(filters.conversation === undefined ? {} : { conversation_id: uuids.match(filters.conversation) }),
    ...(filters.direction === undefined ? {} : { direction: filters.direction }),
    ...(filters.type === undefined ? {} : { type: filters.type }),
  }
}

/** Terms hold letters, digits and marks alone; this keeps the expression right should that ever change. */
function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
