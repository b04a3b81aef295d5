import { randomBytes, randomUUID } from 'node:crypto'
import { connectBus, streamNames } from '@omnistream/bus'
import { silentLogger } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import { type Collections, collections, createMongo, type Mongo } from '@omnistream/mongo'
import {
  type AccountRecord,
  createAccount,
  createApiKey,
  createKeyRing,
  ensureTenant,
  type KeyRing,
  type Pool,
} from '@omnistream/postgres'
import { createTestSchema } from '@omnistream/postgres/test-database'

export type Urls = { MONGODB_URI: string; DATABASE_URL: string; NATS_URL: string }

/** A database, a schema and a bus prefix of its own, with one tenant, one WhatsApp account and an API key. */
export type Tenancy = {
  env: Record<string, string>
  urls: Urls
  mongo: Mongo
  store: Collections
  pool: Pool
  keyRing: KeyRing
  prefix: string
  tenantId: string
  account: AccountRecord
  appSecret: string
  verifyToken: string
  apiKey: string
  drop(): Promise<void>
}

export async function createTenancy(given?: Partial<Urls>): Promise<Tenancy> {
  const urls: Urls = { ...(await ensureDevstack({ log: () => {} })), ...given }
  const name = `t${randomBytes(6).toString('hex')}`
  const uri = new URL(urls.MONGODB_URI)
  uri.pathname = `/${name}`
  const mongo = createMongo({ uri: uri.href, appName: 'test' })
  const database = await createTestSchema(urls.DATABASE_URL)
  const keys = `k1:${randomBytes(32).toString('base64')}`
  const keyRing = createKeyRing(keys)
  const appSecret = randomBytes(16).toString('hex')
  const verifyToken = randomUUID()
  const tenant = await ensureTenant(database.pool, { slug: name, name })
  const made = await createAccount(database.pool, keyRing, {
    tenantId: tenant.id,
    channel: 'whatsapp',
    externalId: '700800900100200',
    businessId: '900100200300400',
    name: 'Test number',
    displayId: '15550100001',
    secrets: { appSecrets: [appSecret], verifyTokens: [verifyToken] },
  })
  if (!made.ok) throw new Error('the account could not be made')
  const { key } = await createApiKey(database.pool, { tenantId: tenant.id, name: 'test', scopes: ['admin'] })
  return {
    env: {
      MONGODB_URI: uri.href,
      DATABASE_URL: urls.DATABASE_URL,
      DATABASE_SCHEMA: database.schema,
      HOOKGRES_SCHEMA: `${name}_hooks`,
      NATS_URL: urls.NATS_URL,
      ENCRYPTION_KEYS: keys,
      BUS_PREFIX: `${name}_`,
    },
    urls,
    mongo,
    store: collections(mongo.db),
    pool: database.pool,
    keyRing,
    prefix: `${name}_`,
    tenantId: tenant.id,
    account: made.account,
    appSecret,
    verifyToken,
    apiKey: key,
    async drop() {
      await dropStreams(urls.NATS_URL, `${name}_`)
      await database.pool.query(`drop schema if exists "${name}_hooks" cascade`)
      await mongo.db.dropDatabase()
      await mongo.close()
      await database.drop()
    },
  }
}

async function dropStreams(servers: string, prefix: string): Promise<void> {
  const bus = connectBus({ servers, name: 'test', logger: silentLogger() })
  if (await bus.untilUp(AbortSignal.timeout(5_000))) {
    const manager = await bus.manager()
    for (const stream of Object.values(streamNames(prefix))) {
      // A test that never published has no streams.
      await manager.streams.delete(stream).catch(() => false)
    }
  }
  await bus.close()
}
