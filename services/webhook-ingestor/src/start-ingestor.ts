import { connectBus, ensureStreams, streamNames, subjects } from '@omnistream/bus'
import {
  createMetrics,
  createSupervisor,
  type HealthCheck,
  type Logger,
  OmniError,
  type RunningServer,
  startServer,
  untilAborted,
  uuidv7,
} from '@omnistream/common'
import { collections, createMongo, createUuidCodec, setupIndexes } from '@omnistream/mongo'
import { createKeyRing, createPool, storedAccounts } from '@omnistream/postgres'
import { createIngestorApp } from './app.ts'
import type { IngestorConfig } from './config.ts'
import { publishableRow } from './publish/publishable-row.ts'
import { createPublisher } from './publish/publisher.ts'
import { runSweeper } from './publish/sweeper.ts'
import { createProxyTrust } from './receive/source-address.ts'
import { createAuditWriter, rowBytes } from './store/audit-writer.ts'
import { createRejectionLog } from './store/rejection-log.ts'

export type RunningIngestor = { url: string; port: number; stop(): Promise<string[]> }

const retryAfterSeconds = 5

/** Composes and starts the edge. It starts, and takes webhooks, without NATS and without PostgreSQL. */
export async function startIngestor(config: IngestorConfig, logger: Logger): Promise<RunningIngestor> {
  const uuids = createUuidCodec({ subtype: config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4 })
  const metrics = createMetrics({ service: 'webhook-ingestor', processMetrics: true })
  const on = subjects(config.BUS_PREFIX)
  const mongo = createMongo({
    uri: config.MONGODB_URI,
    appName: 'webhook-ingestor',
    serverSelectionTimeoutMs: 2_000,
    socketTimeoutMs: 10_000,
  })
  const { webhookAudit, webhookRejections } = collections(mongo.db)
  const pool = createPool(config.DATABASE_URL, {
    applicationName: 'webhook-ingestor',
    logger,
    schema: config.DATABASE_SCHEMA,
    max: 2,
  })
  const directory = storedAccounts(pool, createKeyRing(config.ENCRYPTION_KEYS), logger)
  const bus = connectBus({ servers: config.NATS_URL, name: 'webhook-ingestor', logger })
  const publishes = metrics.counter(
    'webhooks_published_total',
    'Stored webhooks by what became of their publish',
    ['outcome'],
  )
  const publisher = createPublisher({
    bus,
    subjects: on,
    logger,
    now: Date.now,
    onOutcome: (outcome, count) => publishes.inc({ outcome }, count),
  })
  const writer = createAuditWriter({
    collection: webhookAudit,
    maxItems: config.INGEST_BATCH_MAX_ITEMS,
    concurrency: config.INGEST_BATCH_CONCURRENCY,
    maxPendingItems: config.INGEST_QUEUE_MAX_ITEMS,
    maxPendingBytes: config.INGEST_QUEUE_MAX_BYTES,
    onStored: (rows) => publisher.add(rows.map((row) => publishableRow(row, uuids))),
  })
  const rejections = createRejectionLog({
    collection: webhookRejections,
    uuids,
    newId: uuidv7,
    now: Date.now,
    perMinuteMax: 60,
    onError: (error) => logger.warn({ err: error }, 'rejection.not_noted'),
  })
  if (config.ALLOW_UNSIGNED_WEBHOOKS) {
    logger.warn({}, 'ALLOW_UNSIGNED_WEBHOOKS is on: whoever reaches this server can inject messages')
  }
  const appSecrets = { appSecrets: config.WHATSAPP_APP_SECRET, verifyTokens: config.WHATSAPP_VERIFY_TOKEN }
  const noSecrets = { appSecrets: [], verifyTokens: [] }

  const app = createIngestorApp({
    logger,
    metrics,
    directory,
    app: (channel) => (channel === 'whatsapp' ? appSecrets : noSecrets),
    allowUnsigned: config.ALLOW_UNSIGNED_WEBHOOKS,
    maxBodyBytes: config.MAX_BODY_BYTES,
    async store(row) {
      const outcome = await writer.add(row, rowBytes(row))
      if (!outcome.ok) return outcome
      if (outcome.result.stored) return { ok: true }
      throw new OmniError('AUDIT_ROW_REFUSED', 'MongoDB refused this webhook')
    },
    noteRejection: (rejection) => rejections.note(rejection),
    uuids,
    newId: uuidv7,
    now: Date.now,
    health: healthChecks(),
    proxies: createProxyTrust(config.TRUSTED_PROXIES),
    publicUrl: config.PUBLIC_URL,
    retryAfterSeconds,
  })

  /** MongoDB decides: without it nothing can be taken. The others are told, and only cost time. */
  function healthChecks(): HealthCheck[] {
    return [
      { name: 'mongodb', check: () => mongo.ping() },
      {
        name: 'queue',
        check: () => {
          if (writer.pending().items >= config.INGEST_QUEUE_MAX_ITEMS) throw new Error('the queue is full')
        },
      },
    ]
  }

  let server: RunningServer | undefined
  const supervisor = createSupervisor({
    logger,
    graceMs: config.SHUTDOWN_GRACE,
    workers: [
      {
        name: 'indexes',
        async run(signal) {
          for (const action of await setupIndexes(mongo.db, {
            auditDays: config.WEBHOOK_AUDIT_RETENTION_DAYS,
          })) {
            if (action.action !== 'unchanged') logger.info(action, 'index')
          }
          await untilAborted(signal)
        },
      },
      {
        name: 'streams',
        async run(signal) {
          if (!(await bus.untilUp(signal))) return
          for (const report of await ensureStreams(await bus.manager(), config.BUS_PREFIX)) {
            if (report.action !== 'unchanged') logger.info(report, 'stream')
          }
          await untilAborted(signal)
        },
      },
      { name: 'accounts', start: (signal) => directory.start(signal) },
      {
        name: 'sweeper',
        run: (signal) =>
          runSweeper(
            {
              collection: webhookAudit,
              bus,
              subjects: on,
              publisher,
              uuids,
              logger,
              now: Date.now,
              intervalMs: config.SWEEP_INTERVAL,
              afterMs: config.SWEEP_AFTER,
              consumer: { stream: streamNames(config.BUS_PREFIX).webhooks, durable: 'chat-engine' },
            },
            signal,
          ),
      },
      {
        name: 'http',
        async start() {
          server = await startServer({
            app,
            host: config.INGESTOR_HOST,
            port: config.INGESTOR_PORT,
            portSetting: 'INGESTOR_PORT',
          })
          logger.info({ url: server.url }, 'listening')
        },
        async stop(graceMs) {
          await server?.close(graceMs)
          await writer.close()
          await publisher.idle()
          await rejections.settled()
        },
      },
    ],
  })
  await supervisor.start()
  if (!server) throw new OmniError('NOT_LISTENING', 'the HTTP server did not start')
  return {
    url: server.url,
    port: server.port,
    async stop() {
      const late = await supervisor.stop()
      await Promise.allSettled([bus.close(), mongo.close(), pool.end()])
      return late
    },
  }
}
