import type { Collections, WebhookAuditDocument } from '@omnistream/mongo'
import type { Binary, Filter } from 'mongodb'

/** Bounds of every look at a collection: a big installation must not feel the doctor. */
export const countMax = 1_000
export const maxTimeMs = 10_000

export type AuditScan = {
  audit: Collections['webhookAudit']
  /** Every tenant in each form its id may be stored in, and those without one: what the indexes begin with. */
  owners: readonly (Binary | null)[]
}

/** Rows of one parse state, counted up to `countMax`, tenant by tenant so that an index serves it. */
export async function countByState(
  { audit, owners }: AuditScan,
  state: WebhookAuditDocument['parse']['state'],
  receivedBefore?: Date,
): Promise<number> {
  let count = 0
  for (const owner of owners) {
    const filter: Filter<WebhookAuditDocument> = {
      tenant_id: owner as never,
      'parse.state': state,
      ...(receivedBefore === undefined ? {} : { received_at: { $lt: receivedBefore } }),
    }
    count += await audit.countDocuments(filter, { limit: countMax, maxTimeMS: maxTimeMs })
    if (count >= countMax) return countMax
  }
  return count
}
