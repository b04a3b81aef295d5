import type { WebhookAuditDocument } from '@omnistream/mongo'
import type { Filter } from 'mongodb'
import { type AuditScan, countMax, maxTimeMs } from './audit-scan.ts'
import { amount, type Finding, ok, problem } from './finding.ts'

/** The ingestor's sweeper publishes again after seconds; what is older than this has nobody to publish it. */
const unpublishedMs = 2 * 60_000
/** The sweeper gives a published row this long before it takes its message for lost, and then some. */
const stuckMs = 15 * 60_000

/** Rows that wait for a part of the suite that is not doing its work. */
export async function checkFlow({ audit }: AuditScan, now: Date): Promise<Finding[]> {
  const count = (filter: Filter<WebhookAuditDocument>): Promise<number> =>
    audit.countDocuments({ 'parse.state': 'pending', ...filter }, { limit: countMax, maxTimeMS: maxTimeMs })
  const unpublished = await count({
    published_at: null as never,
    received_at: { $lt: new Date(now.getTime() - unpublishedMs) },
  })
  const stuck = await count({ published_at: { $lt: new Date(now.getTime() - stuckMs) } })
  return [
    unpublished === 0
      ? ok('unpublished rows', 'every stored webhook was handed to the bus')
      : problem(
          'unpublished rows',
          `${amount(unpublished, 'webhook', countMax)} older than 2 minutes never reached the bus`,
          'see that webhook-ingestor and NATS run (its sweeper publishes them), and look for publish.left_to_sweeper in its log',
        ),
    stuck === 0
      ? ok('stuck rows', 'no webhook waits for the engine longer than it should')
      : problem(
          'stuck rows',
          `${amount(stuck, 'webhook', countMax)} were handed to the bus more than 15 minutes ago and are not parsed`,
          'see that chat-engine runs and keeps up (consumer lag below); the sweeper publishes again what the bus has lost',
        ),
  ]
}
