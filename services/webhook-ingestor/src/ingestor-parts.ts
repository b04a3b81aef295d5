import { type BusConnection, connectBus, type Subjects, subjects } from '@omnistream/bus'
import { type Batcher, createMetrics, type Logger, type Metrics, uuidv7 } from '@omnistream/common'
import {
  type Collections,
  collections,
  createMongo,
  createUuidCodec,
  type Mongo,
  type UuidCodec,
  type WebhookAuditDocument,
} from '@omnistream/mongo'
import {
  type AccountDirectory,
  createKeyRing,
  createPool,
  type Pool,
  storedAccounts,
} from '@omnistream/postgres'
import type { IngestorConfig } from './config.ts'
import { publishableRow } from './publish/publishable-row.ts'
import { createPublisher, type Publisher } from './publish/publisher.ts'
import { createAuditWriter, type RowOutcome } from './store/audit-writer.ts'
import { createRejectionLog, type RejectionLog } from './store/rejection-log.ts'

/** What the edge and its workers share; made once, nothing is connected yet. */
export type IngestorParts = {
  config: IngestorConfig
  logger: Logger
  metrics: Metrics
  mongo: Mongo
  store: Collections
  pool: Pool
  directory: AccountDirectory
  bus: BusConnection
  on: Subjects
  uuids: UuidCodec
  publisher: Publisher
  writer: Batcher<WebhookAuditDocument, RowOutcome>
  rejections: RejectionLog
}

export function ingestorParts(config: IngestorConfig, logger: Logger): IngestorParts {
  const uuids = createUuidCodec({ subtype: config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4 })
  const metrics = createMetrics({ service: 'webhook-ingestor', processMetrics: true })
  const mongo = createMongo({
    uri: config.MONGODB_URI,
    appName: 'webhook-ingestor',
    serverSelectionTimeoutMs: 2_000,
    socketTimeoutMs: 10_000,
  })
  const store = collections(mongo.db)
  const pool = createPool(config.DATABASE_URL, {
    ...{ applicationName: 'webhook-ingestor', logger, schema: config.DATABASE_SCHEMA, max: 2 },
  })
  const bus = connectBus({ servers: config.NATS_URL, name: 'webhook-ingestor', logger })
  const on = subjects(config.BUS_PREFIX)
  const publishes = metrics.counter(
    'webhooks_published_total',
    'Stored webhooks by what became of their publish',
    ['outcome'],
  )
  const publisher = createPublisher({
    ...{ bus, subjects: on, logger, now: Date.now },
    onOutcome: (outcome, count) => publishes.inc({ outcome }, count),
  })
  return {
    ...{ config, logger, metrics, mongo, store, pool, bus, on, uuids, publisher },
    directory: storedAccounts(pool, createKeyRing(config.ENCRYPTION_KEYS), logger),
    writer: createAuditWriter({
      collection: store.webhookAudit,
      maxItems: config.INGEST_BATCH_MAX_ITEMS,
      concurrency: config.INGEST_BATCH_CONCURRENCY,
      maxPendingItems: config.INGEST_QUEUE_MAX_ITEMS,
      maxPendingBytes: config.INGEST_QUEUE_MAX_BYTES,
      onStored: (rows) => publisher.add(rows.map((row) => publishableRow(row, uuids))),
    }),
    rejections: createRejectionLog({
      ...{ collection: store.webhookRejections, uuids, newId: uuidv7, now: Date.now, perMinuteMax: 60 },
      onError: (error) => logger.warn({ err: error }, 'rejection.not_noted'),
    }),
  }
}
