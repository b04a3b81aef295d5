import { type BusConnection, connectBus } from '@omnistream/bus'
import { errorCode, silentLogger } from '@omnistream/common'
import { createMongo, type Mongo } from '@omnistream/mongo'
import { createPool, type Pool } from '@omnistream/postgres'
import type { CliConfig } from '../settings/cli-config.ts'
import { type Finding, ok, problem } from './finding.ts'

export type Servers = {
  mongo?: Mongo
  pool?: Pool
  bus?: BusConnection
  findings: Finding[]
  close(): Promise<void>
}

const timeoutMs = 5_000

/** Connects to the three servers; one that does not answer becomes a finding, and is absent. */
export async function openServers(config: CliConfig): Promise<Servers> {
  const closing: (() => Promise<unknown>)[] = []
  const findings: Finding[] = []
  const opened: { mongo?: Mongo; pool?: Pool; bus?: BusConnection } = {}
  const attempt = async (name: string, setting: keyof CliConfig, open: (url: string) => Promise<void>) => {
    const url = config[setting]
    if (typeof url !== 'string') {
      findings.push(problem(name, `${setting} is not set`, `set ${setting}, or run npm start once`))
      return
    }
    try {
      await open(url)
      findings.push(ok(name, 'answers'))
    } catch (error) {
      const why = errorCode(error) ?? (error instanceof Error ? error.name : 'no answer')
      findings.push(
        problem(
          name,
          `the server of ${setting} does not answer (${why})`,
          'start it (pnpm devstack up on a development machine), or correct the setting',
        ),
      )
    }
  }
  await attempt('MongoDB', 'MONGODB_URI', async (uri) => {
    const mongo = createMongo({ uri, appName: 'omnistream-doctor', serverSelectionTimeoutMs: timeoutMs })
    closing.push(() => mongo.close())
    await mongo.ping()
    opened.mongo = mongo
  })
  await attempt('PostgreSQL', 'DATABASE_URL', async (url) => {
    const pool = createPool(url, {
      ...{ applicationName: 'omnistream-doctor', logger: silentLogger(), max: 2 },
      schema: config.DATABASE_SCHEMA,
    })
    closing.push(() => pool.end())
    await pool.query('select 1')
    opened.pool = pool
  })
  await attempt('NATS', 'NATS_URL', async (servers) => {
    const bus = connectBus({ servers, name: 'omnistream-doctor', logger: silentLogger() })
    closing.push(() => bus.close())
    if (!(await bus.untilUp(AbortSignal.timeout(timeoutMs)))) throw new Error('no answer')
    opened.bus = bus
  })
  return {
    ...opened,
    findings,
    async close() {
      await Promise.allSettled(closing.map((close) => close()))
    },
  }
}
