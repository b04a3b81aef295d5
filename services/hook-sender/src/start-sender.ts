import { consumerLag, streamNames } from '@omnistream/bus'
import {
  createHttpApp,
  createSupervisor,
  type HealthCheck,
  type HttpApp,
  type Logger,
  type RunningServer,
  startServer,
} from '@omnistream/common'
import type { SenderConfig } from './config.ts'
import { consumerName } from './consumer-name.ts'
import { type SenderParts, senderParts } from './sender-parts.ts'
import { senderWorkers } from './sender-workers.ts'

export type RunningSender = { url: string; port: number; stop(): Promise<string[]> }

/** Composes and starts the sender. It starts without any of its servers and works as soon as they are there. */
export async function startSender(config: SenderConfig, logger: Logger): Promise<RunningSender> {
  const parts = await senderParts(config, logger)
  let server: RunningServer | undefined
  const supervisor = createSupervisor({
    logger,
    graceMs: config.SHUTDOWN_GRACE,
    workers: [
      {
        name: 'http',
        async start() {
          const { HOOK_SENDER_HOST: host, HOOK_SENDER_PORT: port } = config
          server = await startServer({ app: senderApp(parts), host, port, portSetting: 'HOOK_SENDER_PORT' })
          logger.info({ url: server.url }, 'listening')
        },
        stop: (graceMs) => server?.close(graceMs) ?? Promise.resolve(),
      },
      ...senderWorkers(parts),
    ],
  })
  await supervisor.start()
  return {
    url: server?.url ?? '',
    port: server?.port ?? 0,
    async stop() {
      const late = await supervisor.stop()
      parts.redis?.close()
      await Promise.allSettled([parts.bus.close(), parts.mongo.close(), parts.pool.end()])
      return late
    },
  }
}

/** Health and metrics; the sender has no other HTTP. */
function senderApp(parts: SenderParts): HttpApp {
  const { config, logger, metrics, senderMetrics, mongo, bus, pool, hookgres, redis } = parts
  const { events } = streamNames(config.BUS_PREFIX)
  const health: HealthCheck[] = [
    { name: 'mongodb', check: () => mongo.ping() },
    { name: 'postgresql', check: () => pool.query('select 1') },
    ...(redis ? [{ name: 'redis', check: () => redis.redis.ping() }] : []),
    { name: 'webhooks', check: () => pool.query(`select 1 from ${hookgres.source.table} limit 0`) },
    {
      name: 'nats',
      check: async () => senderMetrics.lag(await consumerLag(bus, events, consumerName)),
    },
  ]
  return createHttpApp({ service: 'hook-sender', logger, metrics, health })
}
