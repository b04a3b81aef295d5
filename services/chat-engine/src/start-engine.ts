import { randomUUID } from 'node:crypto'
import { connectBus, consume, consumerLag, ensureStreams, streamNames, subjects } from '@omnistream/bus'
import { type Channel, channelById, channels } from '@omnistream/channels'
import {
  createHttpApp,
  createMetrics,
  createSupervisor,
  type Logger,
  type RunningServer,
  startServer,
  type Worker,
} from '@omnistream/common'
import { collections, createMongo, learnedUuids, setupIndexes } from '@omnistream/mongo'
import {
  createAccountDirectory,
  createKeyRing,
  createPool,
  listAccounts,
  migrate,
} from '@omnistream/postgres'
import { runAdoption } from './adopt-rows.ts'
import { handleDeliveries } from './batch/handle-deliveries.ts'
import { markAudit } from './batch/mark-audit.ts'
import { processBatch } from './batch/process-batch.ts'
import type { Checkpoint, Job } from './batch/types.ts'
import type { EngineConfig } from './config.ts'
import { consumerNames } from './consumer-names.ts'
import { createEngineMetrics } from './engine-metrics.ts'
import { runMergedMover } from './move-merged.ts'
import { noteGivenUp, processReplay } from './replay/process-replay.ts'
import { runReplayWorker } from './replay/replay-worker.ts'
import { runExpiryWatch } from './watch-expiry.ts'

export type RunningEngine = { url: string; port: number; stop(): Promise<string[]> }

export type EngineOverrides = {
  /** Parsers to use instead of the registry's: how a test runs a release whose parser is broken. */
  findChannel?: (id: string) => Channel | undefined
  /** Called between the steps of a batch: where a test kills the process. */
  checkpoint?: Checkpoint
}

const accountsRefreshMs = 2_000
/** Messages a worker takes at once, each naming up to 200 payloads: what one that dies gives back stays small. */
const messagesMax = 32
const expiryWatchMs = 60 * 60_000
/** High enough for those that wait beside a payload that kills, again and again, and for a night of restarts. */
const maxDeliver = 1_000

/** Composes and starts the engine: live consumer, replay consumer, replay runner, mover of merged contacts. */
export async function startEngine(
  config: EngineConfig,
  logger: Logger,
  overrides: EngineOverrides = {},
): Promise<RunningEngine> {
  const metrics = createMetrics({ service: 'chat-engine', processMetrics: true })
  const engineMetrics = createEngineMetrics(metrics)
  const on = subjects(config.BUS_PREFIX)
  const { webhooks } = streamNames(config.BUS_PREFIX)
  const mongo = createMongo({ uri: config.MONGODB_URI, appName: 'chat-engine' })
  const store = collections(mongo.db)
  const { uuids, learn } = learnedUuids(mongo.db, config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4)
  const pool = createPool(config.DATABASE_URL, {
    applicationName: 'chat-engine',
    logger,
    schema: config.DATABASE_SCHEMA,
    max: config.ENGINE_CONCURRENCY * 2 + 4,
  })
  const keyRing = createKeyRing(config.ENCRYPTION_KEYS)
  const directory = createAccountDirectory({
    load: () =>
      listAccounts(pool, keyRing, {
        onUnreadable: (error, accountId) =>
          logger.error({ err: error, account_id: accountId }, 'account.unreadable'),
      }),
    refreshMs: accountsRefreshMs,
    logger,
  })
  const bus = connectBus({ servers: config.NATS_URL, name: 'chat-engine', logger })
  const now = (): Date => new Date()
  const checkpoint = overrides.checkpoint ?? (() => {})
  const batchDeps = {
    collections: store,
    pool,
    bus,
    subjects: on,
    directory,
    findChannel: overrides.findChannel ?? channelById,
    uuids,
    logger,
    maxBodyBytes: config.MAX_BODY_BYTES,
    newRev: randomUUID,
    now,
    checkpoint,
  }
  const deliveryDeps = {
    audit: store.webhookAudit,
    uuids,
    logger,
    now,
    jobsMax: config.ENGINE_BATCH_MAX_ITEMS,
    attemptsMax: config.ENGINE_ATTEMPTS_MAX,
    checkpoint,
  }

  const giveUp = async (job: Job, error: string): Promise<void> => {
    engineMetrics.givenUp()
    await noteGivenUp(job, error, batchDeps)
    if (job.replay?.dryRun !== true)
      await markAudit([{ ...job, items: [], error }], store.webhookAudit, now())
  }

  /** Nothing is parsed before the tables and indexes are there: it would fail for no fault of its own. */
  const ready = Promise.withResolvers<void>()
  const whenReady =
    (run: (signal: AbortSignal) => Promise<void>) =>
    async (signal: AbortSignal): Promise<void> => {
      await Promise.race([ready.promise, untilAborted(signal)])
      if (!signal.aborted) await run(signal)
    }

  const consumer = (
    name: string,
    durable: string,
    filter: string,
    process: (jobs: readonly Job[]) => Promise<void>,
  ): Worker => ({
    name,
    run: whenReady(async (signal) => {
      if (!(await bus.untilUp(signal))) return
      await ensureStreams(await bus.manager(), config.BUS_PREFIX)
      await consume(
        {
          bus,
          logger,
          stream: webhooks,
          durable,
          filter,
          ackWaitMs: config.ENGINE_ACK_WAIT,
          // The engine counts itself and marks the row; the server's own limit would leave it unmarked.
          maxDeliver,
          maxAckPending: messagesMax * config.ENGINE_CONCURRENCY * 8,
          batchMax: messagesMax,
          concurrency: config.ENGINE_CONCURRENCY,
          handle: (deliveries, handleSignal) =>
            handleDeliveries(deliveries, handleSignal, { ...deliveryDeps, process, markGivenUp: giveUp }),
        },
        signal,
      )
    }),
  })

  const app = createHttpApp({
    service: 'chat-engine',
    logger,
    metrics,
    health: [
      { name: 'mongodb', check: () => mongo.ping() },
      { name: 'postgresql', check: () => pool.query('select 1') },
      {
        name: 'nats',
        check: async () => engineMetrics.lag(await consumerLag(bus, webhooks, consumerNames.live)),
      },
    ],
  })
  let server: RunningServer | undefined
  const supervisor = createSupervisor({
    logger,
    graceMs: config.SHUTDOWN_GRACE,
    workers: [
      {
        name: 'http',
        async start() {
          server = await startServer({
            app,
            host: config.ENGINE_HOST,
            port: config.ENGINE_PORT,
            portSetting: 'ENGINE_PORT',
          })
          logger.info({ url: server.url }, 'listening')
        },
        stop: (graceMs) => server?.close(graceMs) ?? Promise.resolve(),
      },
      {
        name: 'setup',
        async run(signal) {
          await migrate(pool, { schema: config.DATABASE_SCHEMA })
          for (const action of await setupIndexes(mongo.db, {
            auditDays: config.WEBHOOK_AUDIT_RETENTION_DAYS,
          })) {
            if (action.action !== 'unchanged') logger.info(action, 'index')
          }
          if (await learn()) logger.warn({}, 'uuids are stored in several forms: run `omnistream doctor`')
          ready.resolve()
          await untilAborted(signal)
        },
      },
      { name: 'accounts', start: (signal) => directory.start(signal) },
      consumer('live', consumerNames.live, on.allWebhooks, async (jobs) => {
        await processBatch(jobs, batchDeps)
        engineMetrics.parsed(jobs)
      }),
      consumer('replay', consumerNames.replay, on.allReplays, (jobs) => processReplay(jobs, batchDeps)),
      {
        name: 'replay-runner',
        run: whenReady((signal) =>
          runReplayWorker(
            {
              pool,
              bus,
              subjects: on,
              collections: store,
              uuids,
              logger,
              now: Date.now,
              leaseMs: 15_000,
              pageMax: config.ENGINE_BATCH_MAX_ITEMS,
              pollMs: 500,
            },
            signal,
          ),
        ),
      },
      {
        name: 'adoption',
        run: whenReady((signal) =>
          runAdoption(
            {
              audit: store.webhookAudit,
              directory,
              channelIds: Object.keys(channels),
              uuids,
              logger,
              intervalMs: accountsRefreshMs,
            },
            signal,
          ),
        ),
      },
      {
        name: 'expiry-watch',
        run: whenReady((signal) =>
          runExpiryWatch(
            {
              audit: store.webhookAudit,
              retentionDays: config.WEBHOOK_AUDIT_RETENTION_DAYS,
              logger,
              now,
              intervalMs: expiryWatchMs,
              onExpiring: engineMetrics.expiring,
            },
            signal,
          ),
        ),
      },
      {
        name: 'merged-mover',
        run: whenReady((signal) =>
          runMergedMover(
            {
              pool,
              messages: store.messages,
              uuids,
              logger,
              now,
              newRev: randomUUID,
              intervalMs: 1_000,
              settleMs: 60_000,
            },
            signal,
          ),
        ),
      },
    ],
  })
  await supervisor.start()
  return {
    url: server?.url ?? '',
    port: server?.port ?? 0,
    async stop() {
      const late = await supervisor.stop()
      await Promise.allSettled([bus.close(), mongo.close(), pool.end()])
      return late
    },
  }
}

/** Keeps a one-time worker alive until it is stopped, so that the supervisor does not start it again. */
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
