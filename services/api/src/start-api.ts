import { createMetrics, type Logger, type RunningServer, startServer } from '@omnistream/common'
import { createHookgres, type Hookgres } from '@omnistream/hookgres'
import { type MediaStore, openMediaStore } from '@omnistream/media'
import {
  collections,
  createMongo,
  type LearnedUuids,
  learnedUuids,
  type Mongo,
  setupIndexes,
} from '@omnistream/mongo'
import { createPool, findWatermarks, type Pool } from '@omnistream/postgres'
import { createApi } from './app.ts'
import type { ApiConfig } from './config.ts'
import type { ApiDeps } from './deps.ts'
import { channelOfAccount } from './stores/channel-of-account.ts'
import { postgresContacts } from './stores/postgres-contacts.ts'
import { postgresConversations } from './stores/postgres-conversations.ts'
import { postgresDrift } from './stores/postgres-drift.ts'
import { postgresKeys } from './stores/postgres-keys.ts'
import { postgresLedger } from './stores/postgres-ledger.ts'
import { postgresReplays } from './stores/postgres-replays.ts'

export type RunningApi = { url: string; port: number; stop(): Promise<void> }

const version = '0.1.0'

/**
 * Starts the API. Databases that are down do not stop it: `/readyz` says so, and requests are answered with 503 until
 * they are back; indexes and tables of webhooks are then set up by whichever service starts next.
 * @throws {OmniError} PORT_IN_USE and the like.
 */
export async function startApi(config: ApiConfig, logger: Logger): Promise<RunningApi> {
  const mediaStore = await openMediaStore(config, 'api')
  const mongo = createMongo({ uri: config.MONGODB_URI, appName: 'api' })
  const pool = createPool(config.DATABASE_URL, {
    ...{ applicationName: 'api', logger, schema: config.DATABASE_SCHEMA },
    statementTimeoutMs: config.API_QUERY_BUDGET,
  })
  const closeStores = async (): Promise<void> => {
    mediaStore?.close()
    await Promise.allSettled([mongo.close(), pool.end()])
  }
  const webhooks = createHookgres({
    ...{ pool, schema: config.HOOKGRES_SCHEMA, logger },
    guard: { allow: config.WEBHOOK_ALLOWED_TARGETS, httpsOnly: config.WEBHOOK_HTTPS_ONLY },
  })
  const learned = learnedUuids(mongo.db, config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4)
  const app = createApi(compose(config, logger, { mongo, pool, learned, mediaStore, webhooks }))
  let server: RunningServer
  try {
    const { API_HOST: host, API_PORT: port } = config
    server = await startServer({ app, host, port, portSetting: 'API_PORT' })
  } catch (error) {
    await closeStores()
    throw error
  }
  await prepare(mongo, learned, config.WEBHOOK_AUDIT_RETENTION_DAYS, logger)
  await prepareWebhooks(webhooks, logger)
  logger.info({ url: server.url }, 'api.started')
  return {
    url: server.url,
    port: server.port,
    async stop() {
      await server.close(config.SHUTDOWN_GRACE)
      await closeStores()
      logger.info('api.stopped')
    },
  }
}

type Stores = {
  mongo: Mongo
  pool: Pool
  learned: LearnedUuids
  mediaStore: MediaStore | undefined
  webhooks: Hookgres
}

function compose(config: ApiConfig, logger: Logger, stores: Stores): ApiDeps {
  const { mongo, pool, learned, mediaStore, webhooks } = stores
  return {
    logger,
    metrics: createMetrics({ service: 'api', processMetrics: true }),
    health: [
      { name: 'mongodb', check: () => mongo.ping() },
      { name: 'postgresql', check: () => pool.query('select 1') },
    ],
    collections: collections(mongo.db),
    uuids: learned.uuids,
    findPrincipal: postgresKeys(pool, logger),
    conversations: postgresConversations(pool),
    contacts: postgresContacts(pool),
    findWatermarks: (tenantId, places) => findWatermarks(pool, tenantId, places),
    ...(mediaStore ? { mediaStore } : {}),
    replays: postgresReplays(pool),
    ledger: postgresLedger(pool),
    drift: postgresDrift(pool),
    webhooks,
    channelOfAccount: (tenantId, accountId) => channelOfAccount(pool, tenantId, accountId),
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    searchBudgetMs: config.API_SEARCH_BUDGET,
    queryBudgetMs: config.API_QUERY_BUDGET,
    version,
  }
}

async function prepare(
  mongo: Mongo,
  learned: LearnedUuids,
  auditDays: number,
  logger: Logger,
): Promise<void> {
  try {
    const actions = await setupIndexes(mongo.db, { auditDays })
    const changed = actions.filter(({ action }) => action !== 'unchanged')
    if (changed.length > 0) logger.info({ indexes: changed }, 'mongodb.indexes_changed')
    if (await learned.learn()) logger.warn({}, 'uuids are stored in several forms: run `omnistream doctor`')
  } catch (error) {
    logger.warn({ err: error }, 'mongodb.indexes_not_ready')
  }
}

async function prepareWebhooks(webhooks: Hookgres, logger: Logger): Promise<void> {
  try {
    const { applied, schema } = await webhooks.migrate()
    if (applied > 0) logger.info({ schema, applied }, 'webhooks.migrated')
  } catch (error) {
    logger.warn({ err: error }, 'webhooks.tables_not_ready')
  }
}
