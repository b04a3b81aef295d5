import {
  createLogger,
  createMetrics,
  type Logger,
  loadConfig,
  type RunningServer,
  startServer,
} from '@omnistream/common'
import { createMongo } from '@omnistream/mongo/client'
import { collections } from '@omnistream/mongo/collections'
import { setupIndexes } from '@omnistream/mongo/setup-indexes'
import { createUuidCodec } from '@omnistream/mongo/uuid-codec'
import { createPool } from '@omnistream/postgres'
import { createApi } from './app.ts'
import { apiConfigSchema } from './config.ts'
import type { ApiDeps } from './deps.ts'
import { channelOfAccount } from './stores/channel-of-account.ts'
import { postgresConversations } from './stores/postgres-conversations.ts'
import { postgresKeys } from './stores/postgres-keys.ts'
import { postgresReplays } from './stores/postgres-replays.ts'

export type RunningApi = { url: string; port: number; stop(): Promise<void> }

const graceMs = 10_000
const version = '0.1.0'

/**
 * Starts the API from its environment. Databases that are down do not stop it: `/readyz` says so, and requests are
 * answered with 503 until they are back; indexes are then set up by whichever service starts next.
 * @throws {ConfigError} naming every setting that is wrong. @throws {OmniError} PORT_IN_USE and the like.
 */
export async function startApi(
  env: Readonly<Record<string, string | undefined>>,
  options: { logger?: Logger } = {},
): Promise<RunningApi> {
  const config = loadConfig(apiConfigSchema, env, { service: 'api' })
  const logger =
    options.logger ?? createLogger({ service: 'api', level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  const mongo = createMongo({ uri: config.MONGODB_URI, appName: 'omnistream-api' })
  const pool = createPool(config.DATABASE_URL, {
    ...{ applicationName: 'omnistream-api', logger, statementTimeoutMs: config.QUERY_BUDGET_MS },
    ...(config.DATABASE_SCHEMA === undefined ? {} : { schema: config.DATABASE_SCHEMA }),
  })
  const close = async (): Promise<void> => {
    await Promise.allSettled([mongo.close(), pool.end()])
  }
  const deps: ApiDeps = {
    logger,
    metrics: createMetrics({ service: 'api', processMetrics: true }),
    health: [
      { name: 'mongodb', check: () => mongo.ping() },
      { name: 'postgres', check: () => pool.query('select 1') },
    ],
    collections: collections(mongo.db),
    uuids: createUuidCodec({ subtype: config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4 }),
    findPrincipal: postgresKeys(pool, logger),
    conversations: postgresConversations(pool),
    replays: postgresReplays(pool),
    channelOfAccount: (tenantId, accountId) => channelOfAccount(pool, tenantId, accountId),
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    searchBudgetMs: config.SEARCH_BUDGET_MS,
    queryBudgetMs: config.QUERY_BUDGET_MS,
    version,
  }
  let server: RunningServer
  try {
    server = await startServer({ app: createApi(deps), host: config.HOST, port: config.PORT })
  } catch (error) {
    await close()
    throw error
  }
  logger.info({ url: server.url }, 'api.started')
  await prepareIndexes(
    () => setupIndexes(mongo.db, { auditDays: config.WEBHOOK_AUDIT_RETENTION_DAYS }),
    logger,
  )
  return {
    url: server.url,
    port: server.port,
    async stop() {
      await server.close(graceMs)
      await close()
      logger.info('api.stopped')
    },
  }
}

async function prepareIndexes(setup: () => ReturnType<typeof setupIndexes>, logger: Logger): Promise<void> {
  try {
    const changed = (await setup()).filter(({ action }) => action !== 'unchanged')
    if (changed.length > 0) logger.info({ indexes: changed }, 'mongodb.indexes_changed')
  } catch (error) {
    logger.warn({ err: error }, 'mongodb.indexes_not_ready')
  }
}
