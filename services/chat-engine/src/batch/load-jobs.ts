import type { Delivery, WebhookEnvelope } from '@omnistream/bus'
import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { Collection } from 'mongodb'
import type { Job } from './types.ts'

export type Loaded = { job: Job } | { skip: 'gone' | 'done' | 'not a webhook' }

/**
 * The stored rows behind a batch of deliveries, in their order, in one read. A row that the retention has taken is
 * gone; one that is marked already was finished by a worker that died before its acknowledgement.
 */
export async function loadJobs(
  deliveries: readonly Delivery[],
  collection: Collection<WebhookAuditDocument>,
  uuids: UuidCodec,
): Promise<Loaded[]> {
  const ids = deliveries.flatMap(({ envelope }) => (envelope.kind === 'webhook' ? [envelope.id] : []))
  const rows = ids.length > 0 ? await collection.find({ _id: uuids.match(ids) }).toArray() : []
  const byId = new Map(rows.map((row) => [uuids.read(row._id), row]))
  return deliveries.map(({ envelope, attempt, suspect, traceparent }): Loaded => {
    if (envelope.kind !== 'webhook') return { skip: 'not a webhook' }
    const row = byId.get(envelope.id)
    if (!row) return { skip: 'gone' }
    if (!envelope.replay && row.parse.state !== 'pending') return { skip: 'done' }
    return { job: toJob(row, envelope, { attempt, suspect }, traceparent) }
  })
}

const toJob = (
  row: WebhookAuditDocument,
  envelope: WebhookEnvelope,
  { attempt, suspect }: { attempt: number; suspect: boolean },
  traceparent: string | undefined,
): Job => ({
  row,
  attempt,
  suspect,
  publishedAt: envelope.publishedAt,
  ...(envelope.replay ? { replay: envelope.replay } : {}),
  ...(traceparent ? { traceparent } : {}),
  parserVersion: 0,
  items: [],
})
