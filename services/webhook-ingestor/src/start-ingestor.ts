import {
  createSupervisor,
  type HttpApp,
  type Logger,
  OmniError,
  type RunningServer,
  startServer,
  uuidv7,
} from '@omnistream/common'
import { createIngestorApp } from './app.ts'
import { appSecretsOf } from './app-secrets.ts'
import type { IngestorConfig } from './config.ts'
import { type IngestorParts, ingestorParts } from './ingestor-parts.ts'
import { ingestorWorkers } from './ingestor-workers.ts'
import { createProxyTrust } from './receive/source-address.ts'
import { rowBytes } from './store/audit-writer.ts'

export type RunningIngestor = { url: string; port: number; stop(): Promise<string[]> }

const retryAfterSeconds = 5

/** Composes and starts the edge. It starts, and takes webhooks, without NATS and without PostgreSQL. */
export async function startIngestor(config: IngestorConfig, logger: Logger): Promise<RunningIngestor> {
  const parts = ingestorParts(config, logger)
  if (config.ALLOW_UNSIGNED_WEBHOOKS) {
    logger.warn({}, 'ALLOW_UNSIGNED_WEBHOOKS is on: whoever reaches this server can inject messages')
  }
  let server: RunningServer | undefined
  const supervisor = createSupervisor({
    logger,
    graceMs: config.SHUTDOWN_GRACE,
    workers: [
      ...ingestorWorkers(parts),
      {
        name: 'http',
        async start() {
          const { INGESTOR_HOST: host, INGESTOR_PORT: port } = config
          server = await startServer({ app: ingestorApp(parts), host, port, portSetting: 'INGESTOR_PORT' })
          logger.info({ url: server.url }, 'listening')
        },
        async stop(graceMs) {
          await server?.close(graceMs)
          await parts.writer.close()
          await parts.publisher.idle()
          await parts.rejections.settled()
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
      await Promise.allSettled([parts.bus.close(), parts.mongo.close(), parts.pool.end()])
      return late
    },
  }
}

function ingestorApp({
  config,
  logger,
  metrics,
  mongo,
  directory,
  uuids,
  writer,
  rejections,
}: IngestorParts): HttpApp {
  return createIngestorApp({
    ...{ logger, metrics, directory, uuids, newId: uuidv7, now: Date.now, retryAfterSeconds },
    app: appSecretsOf(config),
    allowUnsigned: config.ALLOW_UNSIGNED_WEBHOOKS,
    maxBodyBytes: config.MAX_BODY_BYTES,
    async store(row) {
      const outcome = await writer.add(row, rowBytes(row))
      if (!outcome.ok) return outcome
      if (outcome.result.stored) return { ok: true }
      throw new OmniError('AUDIT_ROW_REFUSED', 'MongoDB refused this webhook')
    },
    noteRejection: (rejection) => rejections.note(rejection),
    proxies: createProxyTrust(config.TRUSTED_PROXIES),
    publicUrl: config.PUBLIC_URL,
    // MongoDB decides: without it nothing can be taken. NATS and PostgreSQL only cost time when they are away.
    health: [
      { name: 'mongodb', check: () => mongo.ping() },
      {
        name: 'queue',
        check: () => {
          if (writer.pending().items >= config.INGEST_QUEUE_MAX_ITEMS) throw new Error('the queue is full')
        },
      },
    ],
  })
}
