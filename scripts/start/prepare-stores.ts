import { connectBus, ensureStreams } from '@omnistream/bus'
import { errorCode, OmniError, silentLogger } from '@omnistream/common'
import { createHookgres } from '@omnistream/hookgres'
import { createMongo, type Mongo, setupIndexes } from '@omnistream/mongo'
import { createPool, migrate, type Pool } from '@omnistream/postgres'

export type Stores = { mongo: Mongo; pool: Pool; close(): Promise<void> }

type Settings = Record<
  'MONGODB_URI' | 'DATABASE_URL' | 'DATABASE_SCHEMA' | 'HOOKGRES_SCHEMA' | 'NATS_URL' | 'BUS_PREFIX',
  string
>

const natsTimeoutMs = 5_000

/**
 * Checks that every server answers, then brings tables, indexes and streams up to date.
 * @throws {OmniError} SERVER_UNREACHABLE that names the setting.
 */
export async function prepareStores(
  settings: Settings,
  auditDays: number,
  say: (line: string) => void,
): Promise<Stores> {
  const mongo = createMongo({ uri: settings.MONGODB_URI, appName: 'omnistream-start' })
  const pool = createPool(settings.DATABASE_URL, {
    applicationName: 'omnistream-start',
    logger: silentLogger(),
    schema: settings.DATABASE_SCHEMA,
    max: 2,
  })
  const close = async (): Promise<void> => {
    await Promise.allSettled([mongo.close(), pool.end()])
  }
  try {
    await reach('MONGODB_URI', () => mongo.ping())
    await reach('DATABASE_URL', () => pool.query('select 1'))
    await reach('NATS_URL', () => prepareStreams(settings))
    const suite = await migrate(pool, { schema: settings.DATABASE_SCHEMA })
    const hooks = await createHookgres({ pool, schema: settings.HOOKGRES_SCHEMA }).migrate()
    const [applied, total] = [suite.applied + hooks.applied, suite.total + hooks.total]
    const indexes = await setupIndexes(mongo.db, { auditDays })
    const changed = indexes.filter(({ action }) => action !== 'unchanged').length
    say(
      `tables, indexes and streams are up to date (${applied} of ${total} migrations applied now, ${changed} of ${indexes.length} indexes changed)`,
    )
    return { mongo, pool, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function reach(setting: string, ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (cause) {
    const why = errorCode(cause) ?? (cause instanceof Error ? cause.name : 'failed')
    throw new OmniError('SERVER_UNREACHABLE', `the server of ${setting} does not answer (${why})`, { cause })
  }
}

async function prepareStreams({ NATS_URL: servers, BUS_PREFIX: prefix }: Settings): Promise<void> {
  const bus = connectBus({ servers, name: 'omnistream-start', logger: silentLogger() })
  try {
    if (!(await bus.untilUp(AbortSignal.timeout(natsTimeoutMs))))
      throw new OmniError('NATS_TIMEOUT', `no answer within ${natsTimeoutMs} ms`)
    await ensureStreams(await bus.manager(), prefix)
  } finally {
    await bus.close()
  }
}
