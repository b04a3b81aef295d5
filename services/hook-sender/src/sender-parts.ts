import { type BusConnection, connectBus } from '@omnistream/bus'
import { createMetrics, type Logger, type Metrics, OmniError } from '@omnistream/common'
import type { GuardOptions } from '@omnistream/delivery'
import { createHookgres, type Hookgres } from '@omnistream/hookgres'
import {
  type Collections,
  collections,
  createMongo,
  learnedUuids,
  type Mongo,
  type UuidCodec,
} from '@omnistream/mongo'
import { createPool, type Pool } from '@omnistream/postgres'
import type { RedisLink } from '@omnistream/queue/bullmq/open-redis'
import type { SenderConfig } from './config.ts'
import { createSenderMetrics, type SenderMetrics } from './sender-metrics.ts'
import { tellHook } from './tell-hooks.ts'

/** What the workers of the sender share; made once, nothing is connected yet. */
export type SenderParts = {
  config: SenderConfig
  logger: Logger
  metrics: Metrics
  senderMetrics: SenderMetrics
  mongo: Mongo
  store: Collections
  uuids: UuidCodec
  /** See `learnedUuids`. */
  learnUuids(): Promise<boolean>
  pool: Pool
  bus: BusConnection
  /** Asks the queue's own server; absent where the queue is the rows, or in MongoDB. */
  redis?: RedisLink
  hookgres: Hookgres
  guard: GuardOptions
  now(): Date
}

/** @throws {OmniError} SCHEMA_NAME_INVALID, INVALID_ADDRESS_LIST, QUEUE_NEEDS for a setting that cannot be used. */
export async function senderParts(config: SenderConfig, logger: Logger): Promise<SenderParts> {
  const metrics = createMetrics({ service: 'hook-sender', processMetrics: true })
  const senderMetrics = createSenderMetrics(metrics)
  const mongo = createMongo({ uri: config.MONGODB_URI, appName: 'hook-sender' })
  const { uuids, learn } = learnedUuids(mongo.db, config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4)
  const pool = createPool(config.DATABASE_URL, {
    ...{ applicationName: 'hook-sender', logger, schema: config.DATABASE_SCHEMA, max: 12 },
  })
  const guard = { allow: config.WEBHOOK_ALLOWED_TARGETS, httpsOnly: config.WEBHOOK_HTTPS_ONLY }
  const hookgres = createHookgres({
    ...{ pool, schema: config.HOOKGRES_SCHEMA, guard, logger },
    onEvent(event) {
      senderMetrics.hook(event)
      tellHook(event, logger)
    },
  })
  const redis = await queueServer(config, logger)
  return {
    ...{ config, logger, metrics, senderMetrics, mongo, uuids, pool, hookgres, guard },
    ...{ store: collections(mongo.db), learnUuids: learn, now: () => new Date() },
    bus: connectBus({ servers: config.NATS_URL, name: 'hook-sender', logger }),
    ...(redis ? { redis } : {}),
  }
}

async function queueServer(
  { WEBHOOK_QUEUE_DRIVER: driver, REDIS_URL: url }: SenderConfig,
  logger: Logger,
): Promise<RedisLink | undefined> {
  if (driver !== 'bullmq') return undefined
  if (url === undefined) throw new OmniError('QUEUE_NEEDS', `the queue driver ${driver} needs REDIS_URL`)
  // A sender with another driver never loads it.
  const { openRedis } = await import('@omnistream/queue/bullmq/open-redis')
  return openRedis(url, logger)
}
