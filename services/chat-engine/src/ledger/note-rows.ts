import type { Collections, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import { nobody, noteHours, type OwnedHour, type Pool } from '@omnistream/postgres'
import { hourOf } from './hour-of.ts'

export type NoteDeps = {
  pool: Pool
  audit: Collections['webhookAudit']
  uuids: UuidCodec
  now(): Date
}

export type NotedRow = Pick<WebhookAuditDocument, '_id' | 'received_at' | 'tenant_id'>

/** Batches that come close together are counted together. */
const gatherMs = 2_000

/**
 * Says that these rows have changed, so that their hours are counted again. It comes after the change and before the
 * acknowledgement: whoever dies in between does it again.
 */
export async function noteRows(rows: readonly NotedRow[], deps: NoteDeps, afterMs = gatherMs): Promise<void> {
  if (rows.length === 0) return
  const hours = [...rows, ...(await adopted(rows, deps))].map((row) => ownedHour(row, deps.uuids))
  await noteHours(deps.pool, distinct(hours), { dueAt: new Date(deps.now().getTime() + afterMs) })
}

/** A row that had no owner when it was read may have been given one since, and counts in its hour then. */
async function adopted(rows: readonly NotedRow[], { audit }: NoteDeps): Promise<NotedRow[]> {
  const ids = rows.filter(({ tenant_id }) => !tenant_id).map(({ _id }) => _id)
  if (ids.length === 0) return []
  return await audit
    .find(
      { _id: { $in: ids }, tenant_id: { $exists: true } },
      { projection: { _id: 1, received_at: 1, tenant_id: 1 } },
    )
    .toArray()
}

/** Whose hour a row is counted in. */
export const ownedHour = (row: NotedRow, uuids: UuidCodec): OwnedHour => ({
  ownerId: row.tenant_id ? uuids.read(row.tenant_id) : nobody,
  hour: hourOf(row.received_at),
})

/** Each once. */
export const distinct = (hours: readonly OwnedHour[]): OwnedHour[] => [
  ...new Map(hours.map((owned) => [`${owned.ownerId} ${owned.hour.getTime()}`, owned])).values(),
]
