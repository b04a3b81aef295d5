import { randomBytes, randomUUID } from 'node:crypto'
import { createMetrics, type HttpApp, silentLogger } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import { createHookgres, type Hookgres } from '@omnistream/hookgres'
import { createMongo, type Mongo } from '@omnistream/mongo/client'
import { type Collections, collections } from '@omnistream/mongo/collections'
import { setupIndexes } from '@omnistream/mongo/setup-indexes'
import { standardUuids } from '@omnistream/mongo/uuid-codec'
import { createApiKey, ensureTenant, findWatermarks, type Pool } from '@omnistream/postgres'
import { createTestSchema } from '@omnistream/postgres/test-database'
import { createApi } from '../app.ts'
import type { Scope } from '../auth/principal.ts'
import type { ApiDeps } from '../deps.ts'
import { channelOfAccount } from '../stores/channel-of-account.ts'
import { postgresContacts } from '../stores/postgres-contacts.ts'
import { postgresConversations } from '../stores/postgres-conversations.ts'
import { postgresDrift } from '../stores/postgres-drift.ts'
import { postgresKeys } from '../stores/postgres-keys.ts'
import { postgresLedger } from '../stores/postgres-ledger.ts'
import { postgresReplays } from '../stores/postgres-replays.ts'

export type Answer = { status: number; headers: Headers; body: unknown; bytes: Buffer }

export type TestApi = {
  app: HttpApp
  deps: ApiDeps
  mongo: Mongo
  mongoUri: string
  pool: Pool
  /** Its tables are in a schema of their own, which is made when a test asks for it with `migrate()`. */
  hookgres: Hookgres
  collections: Collections
  /** A new tenant with a key of the given scopes (admin where none are named). */
  tenant(...scopes: Scope[]): Promise<{ id: string; key: string }>
  ask(method: string, path: string, key: string, body?: unknown): Promise<Answer>
  get(path: string, key: string): Promise<Answer>
  post(path: string, key: string, body?: unknown): Promise<Answer>
  drop(): Promise<void>
}

/** The API on real servers, with a database and a schema of its own. */
export async function createTestApi(changes: Partial<ApiDeps> = {}): Promise<TestApi> {
  const urls = await ensureDevstack({ log: () => undefined })
  const databaseName = `test_api_${randomBytes(6).toString('hex')}`
  const mongoUri = withDatabase(urls.MONGODB_URI, databaseName)
  const mongo = createMongo({ uri: mongoUri, appName: 'test' })
  const schema = await createTestSchema(urls.DATABASE_URL)
  await setupIndexes(mongo.db, { auditDays: 0 })
  const hookgres = createHookgres({ pool: schema.pool, schema: `${databaseName}_hooks` })
  const deps = depsOf(mongo, schema.pool, { webhooks: hookgres, ...changes })
  const app = createApi(deps)
  const ask = async (method: string, path: string, key: string, body?: unknown): Promise<Answer> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      ...{ status: response.status, headers: response.headers, bytes },
      body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
    }
  }
  return {
    ...{ app, deps, mongo, mongoUri, pool: schema.pool, hookgres, collections: deps.collections },
    async tenant(...scopes) {
      const { id } = await ensureTenant(schema.pool, { slug: randomUUID(), name: 'Test' })
      const granted = scopes.length > 0 ? scopes : ['admin']
      return {
        id,
        key: (await createApiKey(schema.pool, { tenantId: id, name: 'test', scopes: granted })).key,
      }
    },
    ask,
    get: (path, key) => ask('GET', path, key),
    post: (path, key, body) => ask('POST', path, key, body),
    async drop() {
      await mongo.db.dropDatabase()
      await mongo.close()
      await schema.pool.query(`drop schema if exists "${hookgres.schema}" cascade`)
      await schema.drop()
    },
  }
}

function depsOf(mongo: Mongo, pool: Pool, changes: Partial<ApiDeps> & Pick<ApiDeps, 'webhooks'>): ApiDeps {
  const logger = silentLogger()
  return {
    ...{ logger, metrics: createMetrics({ service: 'api' }), health: [] },
    ...{ collections: collections(mongo.db), uuids: standardUuids, version: '0.0.0' },
    findPrincipal: postgresKeys(pool, logger),
    conversations: postgresConversations(pool),
    contacts: postgresContacts(pool),
    findWatermarks: (tenantId, places) => findWatermarks(pool, tenantId, places),
    replays: postgresReplays(pool),
    ledger: postgresLedger(pool),
    drift: postgresDrift(pool),
    channelOfAccount: (tenantId, accountId) => channelOfAccount(pool, tenantId, accountId),
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    ...{ searchBudgetMs: 20_000, queryBudgetMs: 20_000 },
    ...changes,
  }
}

function withDatabase(uri: string, name: string): string {
  return uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(\/[^?]*)?/, `$1/${name}`)
}
