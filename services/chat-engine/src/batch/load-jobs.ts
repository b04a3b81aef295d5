import type { Delivery, WebhookEnvelope } from '@omnistream/bus'
import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { Collection } from 'mongodb'
import type { Job } from './types.ts'

/** One stored payload that a delivery names. */
export type Claim = {
  delivery: number
  id: string
  envelope: WebhookEnvelope
  attempt: number
  suspect: boolean
}

/** What each delivery of a batch names, in their order; `delivery` is its place in the batch. */
export const claimsOf = (deliveries: readonly Delivery[]): Claim[] =>
  deliveries.flatMap(({ envelope, attempt, suspect }, delivery) =>
    envelope.kind === 'webhook'
      ? envelope.ids.map((id) => ({ delivery, id, envelope, attempt, suspect }))
      : [],
  )

/**
 * The stored rows behind claims, in one read. A row that the retention has taken is left out and told; one that is
 * marked already was finished by a worker that died before its acknowledgement, and stands in `finished`.
 */
export async function loadJobs(
  claims: readonly Claim[],
  collection: Collection<WebhookAuditDocument>,
  uuids: UuidCodec,
): Promise<{ jobs: Job[]; finished: WebhookAuditDocument[]; gone: number }> {
  const rows = await collection.find({ _id: uuids.match(claims.map(({ id }) => id)) }).toArray()
  const byId = new Map(rows.map((row) => [uuids.read(row._id), row]))
  const jobs: Job[] = []
  const finished: WebhookAuditDocument[] = []
  for (const claim of claims) {
    const row = byId.get(claim.id)
    if (!row) continue
    if (claim.envelope.replay || row.parse.state === 'pending') jobs.push(toJob(row, claim))
    else finished.push(row)
  }
  return { jobs, finished, gone: claims.filter(({ id }) => !byId.has(id)).length }
}

const toJob = (row: WebhookAuditDocument, { envelope, attempt, suspect }: Claim): Job => ({
  row,
  attempt,
  suspect,
  publishedAt: envelope.publishedAt,
  ...(envelope.replay ? { replay: envelope.replay } : {}),
  ...(row.traceparent ? { traceparent: row.traceparent } : {}),
  parserVersion: 0,
  items: [],
})
