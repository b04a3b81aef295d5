import type { Collections, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import { nobody, type OwnedHour } from '@omnistream/postgres'
import type { Filter } from 'mongodb'
import type { CountedRow } from './fold-rows.ts'
import { hourEnd } from './hour-of.ts'

const pageRows = 1_000

/** The webhooks of one owner in one hour; the index `tenant_time` serves it, for rows without an owner too. */
export const hourFilter = ({ ownerId, hour }: OwnedHour, uuids: UuidCodec): Filter<WebhookAuditDocument> => ({
  tenant_id: ownerId === nobody ? (null as never) : uuids.match(ownerId),
  received_at: { $gte: hour, $lt: hourEnd(hour) },
})

/** Never the body: only what is summed. */
export const hourProjection = {
  ...{ _id: 0, received_at: 1, channel: 1, tenant_id: 1, account_id: 1 },
  ...{ 'parse.state': 1, 'parse.counts': 1, 'parse.ignored': 1, 'parse.by_account': 1 },
} as const

/** All rows of an hour, in pages, so that neither side holds an hour at once. */
export async function* readHour(
  owned: OwnedHour,
  { audit, uuids }: { audit: Collections['webhookAudit']; uuids: UuidCodec },
): AsyncGenerator<CountedRow[]> {
  const cursor = audit.find<CountedRow>(hourFilter(owned, uuids), {
    projection: hourProjection,
    batchSize: pageRows,
  })
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments()
  } finally {
    await cursor.close()
  }
}
