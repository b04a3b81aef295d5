import type { ParseCounts, WebhookAuditDocument } from '@omnistream/mongo'
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import type { Item, Job, Outcome } from './types.ts'

const failuresMax = 50
const reasonsMax = 50

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
  const ignored = reasons(job.items)
  return {
    state: stateOf(job, failures.length),
    parser: job.row.channel,
    version: job.parserVersion,
    counts: countsOf(job.items),
    ...(ignored.length > 0 ? { ignored } : {}),
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

export function countsOf(items: readonly Item[]): ParseCounts {
  const counts = {
    received: items.length,
    stored: 0,
    merged: 0,
    duplicate: 0,
    ignored: 0,
    unrouted: 0,
    failed: 0,
  }
  for (const { outcome } of items) if (outcome) counts[outcome.kind]++
  return counts
}

/** Whether every update ended somewhere; anything else is a bug that must be seen. */
export const isBalanced = (counts: ParseCounts): boolean =>
  counts.received ===
  counts.stored + counts.merged + counts.duplicate + counts.ignored + counts.unrouted + counts.failed

function reasons(items: readonly Item[]): { reason: string; count: number }[] {
  const tally = new Map<string, number>()
  for (const { outcome } of items) {
    const reason = reasonOf(outcome)
    if (reason !== undefined) tally.set(reason, (tally.get(reason) ?? 0) + 1)
  }
  return [...tally].map(([reason, count]) => ({ reason, count })).slice(0, reasonsMax)
}

const reasonOf = (outcome: Outcome | undefined): string | undefined =>
  outcome?.kind === 'ignored' || outcome?.kind === 'unrouted' ? outcome.reason : undefined
