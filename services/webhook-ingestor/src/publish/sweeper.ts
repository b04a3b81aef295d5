import {
  type BusConnection,
  type BusLogger,
  claimChecks,
  consumerLag,
  publishAll,
  type Subjects,
} from '@omnistream/bus'
import { sleep } from '@omnistream/common'
import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { Collection, Filter } from 'mongodb'
import { publishableRow } from './publishable-row.ts'
import type { Published, Publisher } from './publisher.ts'

export type SweeperOptions = {
  collection: Collection<WebhookAuditDocument>
  bus: BusConnection
  subjects: Subjects
  publisher: Publisher
  uuids: UuidCodec
  logger: BusLogger
  now(): number
  intervalMs: number
  /** Age of an unpublished row at which it is published again, ms. */
  afterMs: number
  /** Where the engine reads, to tell a row that waits its turn from one whose message is gone. */
  consumer: { stream: string; durable: string }
  onSwept?(count: number): void
}

const batchMax = 500
/**
 * The engine marks the rows it has parsed, and to mark one costs the database as much as to store it: what it has not
 * reached is marked here as late as is safe, at this part of the age at which a row is published again.
 */
const markAfterShare = 2 / 3
const stuckAfterMs = 10 * 60_000
const projection = { _id: 1, channel: 1, account_id: 1 } as const

/**
 * Publishes rows whose publish failed or whose ingestor died in between (invariant 1), and rows whose message the
 * bus has lost. Rows are found by their state, never by "id greater than" (lessons #29).
 */
export async function runSweeper(options: SweeperOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await markLeftOver(options)
    if (options.bus.isUp()) {
      const swept = (await sweepUnpublished(options)) + (await sweepStuck(options))
      if (swept > 0) {
        options.onSwept?.(swept)
        options.logger.info({ swept }, 'sweep.published')
      }
      // A full batch means that more are waiting.
      if (swept >= batchMax) continue
    }
    await sleep(options.intervalMs, signal)
  }
}

/** The filter of rows that never reached the bus; served by the index `pending`. */
export const unpublishedFilter = (receivedBefore: Date): Filter<WebhookAuditDocument> => ({
  'parse.state': 'pending',
  published_at: null as never,
  received_at: { $lt: receivedBefore },
})

export const stuckFilter = (publishedBefore: Date): Filter<WebhookAuditDocument> => ({
  'parse.state': 'pending',
  published_at: { $lt: publishedBefore },
})

async function sweepUnpublished(options: SweeperOptions): Promise<number> {
  const filter = unpublishedFilter(new Date(options.now() - options.afterMs))
  const rows = await options.collection
    .find(filter, { projection })
    .sort({ received_at: 1 })
    .limit(batchMax)
    .toArray()
  return await publishRows(options, rows, '')
}

/** Parsed rows leave this filter; what stays while the engine has nothing left to read was lost on the way. */
async function sweepStuck(options: SweeperOptions): Promise<number> {
  const now = options.now()
  const filter = stuckFilter(new Date(now - stuckAfterMs))
  const rows = await options.collection.find(filter, { projection }).limit(batchMax).toArray()
  if (rows.length === 0) return 0
  const lag = await consumerLag(options.bus, options.consumer.stream, options.consumer.durable)
  if (lag.waiting + lag.inFlight > 0) return 0
  options.logger.warn({ rows: rows.length }, 'sweep.stuck_rows')
  // The first message id may still be in the stream's window and would be swallowed (lessons #57).
  return await publishRows(options, rows, `:again:${now}`)
}

async function publishRows(
  options: SweeperOptions,
  rows: Pick<WebhookAuditDocument, '_id' | 'channel' | 'account_id'>[],
  messageIdSuffix: string,
): Promise<number> {
  if (rows.length === 0) return 0
  const at = options.now()
  const messages = claimChecks(
    rows.map((row) => publishableRow(row, options.uuids)),
    { subject: options.subjects.webhook, publishedAt: at, messageIdSuffix },
  )
  const outcomes = await publishAll(
    options.bus,
    messages.map(({ outgoing }) => outgoing),
  )
  const done = messages.flatMap((message, index) =>
    outcomes[index]?.ok ? message.rows.map((row) => ({ id: row._id, at })) : [],
  )
  await markPublished(options, done)
  return done.length
}

/** Notes on the rows this process has published that they are on the bus, unless the engine is done with all of them. */
async function markLeftOver(options: SweeperOptions): Promise<void> {
  const before = options.now() - options.afterMs * markAfterShare
  const published = options.publisher.takePublished(before)
  if (published.length === 0) return
  // A row is received before it is published, so none of them is younger than this.
  const filter = unpublishedFilter(new Date(before + 1))
  const left = await options.collection.findOne(filter, { projection: { _id: 1 } })
  if (left) await markPublished(options, published)
}

async function markPublished({ collection }: SweeperOptions, published: readonly Published[]): Promise<void> {
  const [first] = published
  if (!first) return
  await collection.updateMany(
    { _id: { $in: published.map(({ id }) => id) }, 'parse.state': 'pending' },
    { $set: { published_at: new Date(first.at) } },
  )
}
