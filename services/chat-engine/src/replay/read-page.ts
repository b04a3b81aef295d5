import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { Collection, Filter, WithId } from 'mongodb'
import type { ReplayCursor, ReplayFrom } from './filter.ts'

export type ReplayRow = Pick<WithId<WebhookAuditDocument>, '_id' | 'channel' | 'account_id' | 'received_at'>

type PageDeps = { collections: { webhookAudit: Collection<WebhookAuditDocument> }; uuids: UuidCodec }

const projection = { _id: 1, channel: 1, account_id: 1, received_at: 1 } as const

/**
 * The next rows in the order of (received_at, _id). No index of all tenants' rows has both, so the order of rows
 * of one and the same millisecond is made here, and a page ends where such a group ends: each page then costs what
 * it holds, however long the run.
 */
export async function readPage(
  filterFrom: (from: ReplayFrom) => Filter<WebhookAuditDocument>,
  cursor: ReplayCursor | undefined,
  limit: number,
  { collections, uuids }: PageDeps,
): Promise<ReplayRow[]> {
  const find = (filter: Filter<WebhookAuditDocument>, sort: Record<string, 1>): Promise<ReplayRow[]> =>
    collections.webhookAudit.find(filter, { projection }).sort(sort).limit(limit).toArray()
  const group = (at: Date, afterId?: string): Promise<ReplayRow[]> =>
    find(filterFrom({ at, ...(afterId === undefined ? {} : { afterId }) }), { _id: 1 })

  const rest = cursor ? await group(new Date(cursor.received_at), cursor.id) : []
  if (rest.length === limit) return rest
  const later = await find(filterFrom(cursor ? { after: new Date(cursor.received_at) } : 'start'), {
    received_at: 1,
  })
  const last = later.at(-1)
  if (!last || later.length < limit) return [...rest, ...later.toSorted(byTimeThenId(uuids))]
  const complete = later.filter(({ received_at }) => received_at < last.received_at)
  if (complete.length > 0) return [...rest, ...complete.toSorted(byTimeThenId(uuids))]
  return [...rest, ...(await group(last.received_at))]
}

const byTimeThenId =
  (uuids: UuidCodec) =>
  (a: ReplayRow, b: ReplayRow): number => {
    const order = a.received_at.getTime() - b.received_at.getTime()
    if (order !== 0) return order
    return uuids.read(a._id) < uuids.read(b._id) ? -1 : 1
  }
