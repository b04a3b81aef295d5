import type { Collections, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import { noteHours, type Pool } from '@omnistream/postgres'
import type { Filter } from 'mongodb'
import { distinct, type NotedRow, ownedHour } from './note-rows.ts'

export type OverdueDeps = {
  pool: Pool
  audit: Collections['webhookAudit']
  uuids: UuidCodec
  now(): Date
  graceMs: number
  pageRows: number
}

/** Where each look goes on: pending rows are many only when something is wrong, and then they are seen in turns. */
export type OverduePlaces = { unpublished: Date | undefined; published: Date | undefined }

type Field = 'received_at' | 'published_at'
type PendingRow = NotedRow & { published_at?: Date }

/** Rows that never reached the bus; the index `pending` serves it in its order. */
export const unpublishedSince = (from: Date | undefined, before: Date): Filter<WebhookAuditDocument> => ({
  'parse.state': 'pending',
  published_at: null as never,
  received_at: { ...(from ? { $gte: from } : {}), $lt: before },
})

/** Rows that the engine was told of and has not done. */
export const publishedSince = (from: Date | undefined, before: Date): Filter<WebhookAuditDocument> => ({
  'parse.state': 'pending',
  published_at: { ...(from ? { $gte: from } : {}), $lt: before },
})

/**
 * Notes the hours of webhooks that wait for longer than the grace time. Nothing else would: what no worker ever took
 * up has changed no row. Each call looks at one page of both kinds, and goes on from there the next time.
 */
export async function noteOverdue(places: OverduePlaces, deps: OverdueDeps): Promise<OverduePlaces> {
  const before = new Date(deps.now().getTime() - deps.graceMs)
  const unpublished = await look(
    'received_at',
    (from) => unpublishedSince(from, before),
    places.unpublished,
    deps,
  )
  const published = await look('published_at', (from) => publishedSince(from, before), places.published, deps)
  const hours = [...unpublished.rows, ...published.rows].map((row) => ownedHour(row, deps.uuids))
  // What is known to be overdue is no news: it is counted again only now and then.
  await noteHours(deps.pool, distinct(hours), { dueAt: deps.now(), unlessCountedSince: before })
  return { unpublished: unpublished.next, published: published.next }
}

async function look(
  field: Field,
  filterFrom: (from: Date | undefined) => Filter<WebhookAuditDocument>,
  from: Date | undefined,
  { audit, pageRows }: OverdueDeps,
): Promise<{ rows: PendingRow[]; next: Date | undefined }> {
  const rows: PendingRow[] = await audit
    .find(filterFrom(from), { projection: { _id: 1, tenant_id: 1, received_at: 1, published_at: 1 } })
    .sort({ [field]: 1 })
    .limit(pageRows)
    .toArray()
  const last = rows.at(-1)?.[field]
  if (!last || rows.length < pageRows) return { rows, next: undefined }
  // A page of one and the same instant must not be looked at for ever.
  const isStuck = rows[0]?.[field]?.getTime() === last.getTime()
  return { rows, next: isStuck ? new Date(last.getTime() + 1) : last }
}
