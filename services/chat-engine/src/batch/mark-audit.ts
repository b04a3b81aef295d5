import type { WebhookAuditDocument } from '@omnistream/mongo'
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import { countByAccount } from './count-by-account.ts'
import { countsOf, ignoredOf } from './count-items.ts'
import type { Job } from './types.ts'

const failuresMax = 50

/** Writes to each row what its updates came to, in one bulk write. */
export async function markAudit(
  jobs: readonly Job[],
  collection: Collection<WebhookAuditDocument>,
  now: Date,
): Promise<void> {
  if (jobs.length === 0) return
  const operations = jobs.map(
    (job): AnyBulkWriteOperation<WebhookAuditDocument> => ({
      updateOne: {
        filter: { _id: job.row._id },
        update: {
          $set: {
            parse: parseOf(job, now),
            ...(job.replay || job.row.published_at ? {} : { published_at: new Date(job.publishedAt) }),
          },
        },
      },
    }),
  )
  await collection.bulkWrite(operations, { ordered: false })
}

/** The summary of one payload; `received` is counted from the items, the rest from their outcomes (invariant 3). */
export function parseOf(job: Job, now: Date): WebhookAuditDocument['parse'] {
  const failures = job.items.flatMap(({ update, outcome }) =>
    outcome?.kind === 'failed' ? [{ path: update.path, error: outcome.error }] : [],
  )
  return {
    state: stateOf(job, failures.length),
    parser: job.row.channel,
    version: job.parserVersion,
    counts: countsOf(job.items),
    ...ignoredOf(job.items),
    ...countByAccount(job),
    ...errorOf(job.error ?? failures[0]?.error),
    ...(failures.length > 0 ? { failures: failures.slice(0, failuresMax) } : {}),
    at: now,
    attempts: (job.row.parse.attempts ?? 0) + 1,
  }
}

const errorOf = (error: string | undefined): { error?: string } => (error === undefined ? {} : { error })

function stateOf(job: Job, failures: number): WebhookAuditDocument['parse']['state'] {
  if (job.error !== undefined || failures > 0) return 'failed'
  return job.items.some(({ outcome }) => outcome?.kind === 'unrouted') ? 'unrouted' : 'done'
}
