import { randomUUID } from 'node:crypto'
import { type BusConnection, connectBus, type Subjects, subjects } from '@omnistream/bus'
import { type Channel, channelById } from '@omnistream/channels'
import { createMetrics, type Logger, type Metrics } from '@omnistream/common'
import { type Collections, collections, createMongo, learnedUuids, type Mongo } from '@omnistream/mongo'
import { createKeyRing, createPool, storedAccounts } from '@omnistream/postgres'
import type { Checkpoint } from './batch/types.ts'
import type { EngineConfig } from './config.ts'
import { createDriftWatch } from './drift/drift-watch.ts'
import { createEngineMetrics, type EngineMetrics } from './engine-metrics.ts'
import type { NoteDeps } from './ledger/note-rows.ts'
import { createMediaNotes } from './media/note-media.ts'
import type { MediaWorkDeps } from './media/work-medium.ts'
import type { ReplayDeps } from './replay/process-replay.ts'

export type EngineOverrides = {
  /** Parsers to use instead of the registry's: how a test runs a release whose parser is broken. */
  findChannel?: (id: string) => Channel | undefined
  /** Called between the steps of a batch: where a test kills the process. */
  checkpoint?: Checkpoint
  mediaCheckpoint?: MediaWorkDeps['mediaCheckpoint']
}

/** What the workers of the engine share; made once, nothing is connected yet. */
export type EngineParts = {
  config: EngineConfig
  logger: Logger
  metrics: Metrics
  engineMetrics: EngineMetrics
  mongo: Mongo
  store: Collections
  bus: BusConnection
  on: Subjects
  /** See `learnedUuids`. */
  learnUuids(): Promise<boolean>
  batch: ReplayDeps
  note: NoteDeps
  now(): Date
}

export function engineParts(config: EngineConfig, logger: Logger, overrides: EngineOverrides): EngineParts {
  const metrics = createMetrics({ service: 'chat-engine', processMetrics: true })
  const mongo = createMongo({ uri: config.MONGODB_URI, appName: 'chat-engine' })
  const store = collections(mongo.db)
  const { uuids, learn } = learnedUuids(mongo.db, config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4)
  const pool = createPool(config.DATABASE_URL, {
    applicationName: 'chat-engine',
    logger,
    schema: config.DATABASE_SCHEMA,
    max: config.ENGINE_CONCURRENCY * 2 + 4,
  })
  const bus = connectBus({ servers: config.NATS_URL, name: 'chat-engine', logger })
  const on = subjects(config.BUS_PREFIX)
  const now = (): Date => new Date()
  const findChannel = overrides.findChannel ?? channelById
  const noteMedia =
    config.MEDIA_STORAGE === 'off'
      ? async () => {}
      : createMediaNotes({ media: store.media, findChannel, uuids, now })
  const batch: ReplayDeps = {
    ...{ collections: store, pool, bus, subjects: on, uuids, logger, now },
    directory: storedAccounts(pool, createKeyRing(config.ENCRYPTION_KEYS), logger),
    findChannel,
    maxBodyBytes: config.MAX_BODY_BYTES,
    noteDrift: createDriftWatch({ pool, uuids, now }),
    noteMedia,
    newRev: randomUUID,
    checkpoint: overrides.checkpoint ?? (() => {}),
  }
  const engineMetrics = createEngineMetrics(metrics)
  const note = { pool, audit: store.webhookAudit, uuids, now }
  return {
    ...{ config, logger, metrics, engineMetrics, mongo, store, bus, on, batch, note, now },
    learnUuids: learn,
  }
}
