import { consumerLag, streamNames } from '@omnistream/bus'
import {
  createHttpApp,
  createSupervisor,
  type HttpApp,
  type Logger,
  type RunningServer,
  startServer,
} from '@omnistream/common'
import { openMediaStore } from '@omnistream/media'
import type { EngineConfig } from './config.ts'
import { consumerNames } from './consumer-names.ts'
import { type EngineOverrides, type EngineParts, engineParts } from './engine-parts.ts'
import { engineWorkers } from './engine-workers.ts'
import { mediaWorkers } from './media/media-workers.ts'

export type RunningEngine = { url: string; port: number; stop(): Promise<string[]> }

/** Composes and starts the engine. It starts without any of its servers and works as soon as they are there. */
export async function startEngine(
  config: EngineConfig,
  logger: Logger,
  overrides: EngineOverrides = {},
): Promise<RunningEngine> {
  const mediaStore = await openMediaStore(config, 'chat-engine')
  const parts = engineParts(config, logger, overrides)
  const media = mediaStore ? mediaWorkers(parts, mediaStore, overrides.mediaCheckpoint ?? (() => {})) : []
  let server: RunningServer | undefined
  const supervisor = createSupervisor({
    logger,
    graceMs: config.SHUTDOWN_GRACE,
    workers: [
      {
        name: 'http',
        async start() {
          const { ENGINE_HOST: host, ENGINE_PORT: port } = config
          server = await startServer({ app: engineApp(parts), host, port, portSetting: 'ENGINE_PORT' })
          logger.info({ url: server.url }, 'listening')
        },
        stop: (graceMs) => server?.close(graceMs) ?? Promise.resolve(),
      },
      ...engineWorkers(parts, media),
    ],
  })
  await supervisor.start()
  return {
    url: server?.url ?? '',
    port: server?.port ?? 0,
    async stop() {
      const late = await supervisor.stop()
      await Promise.allSettled([parts.bus.close(), parts.mongo.close(), parts.batch.pool.end()])
      return late
    },
  }
}

/** Health and metrics; the engine has no other HTTP. */
function engineApp({ config, logger, metrics, engineMetrics, mongo, bus, batch }: EngineParts): HttpApp {
  const { webhooks } = streamNames(config.BUS_PREFIX)
  return createHttpApp({
    service: 'chat-engine',
    logger,
    metrics,
    health: [
      { name: 'mongodb', check: () => mongo.ping() },
      { name: 'postgresql', check: () => batch.pool.query('select 1') },
      {
        name: 'nats',
        check: async () => engineMetrics.lag(await consumerLag(bus, webhooks, consumerNames.live)),
      },
    ],
  })
}
