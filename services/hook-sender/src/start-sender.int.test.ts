import { randomBytes } from 'node:crypto'
import { createTestBus, type TestBus } from '@omnistream/bus/testing/test-bus'
import { loadConfig, silentLogger, waitFor } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import { createTestSchema, type TestSchema } from '@omnistream/postgres/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { senderConfig } from './config.ts'
import { type RunningSender, startSender } from './start-sender.ts'

const hookSchema = `test_${randomBytes(6).toString('hex')}`
let mongo: TestMongo
let schema: TestSchema
let bus: TestBus
let env: Record<string, string>

beforeAll(async () => {
  const urls = await ensureDevstack({ log: () => {} })
  mongo = await createTestMongo()
  schema = await createTestSchema(urls.DATABASE_URL)
  bus = await createTestBus()
  const address = new URL(urls.MONGODB_URI)
  address.pathname = `/${mongo.db.databaseName}`
  env = {
    ...{ ...urls, MONGODB_URI: address.href, DATABASE_SCHEMA: schema.schema, HOOKGRES_SCHEMA: hookSchema },
    ...{ BUS_PREFIX: bus.prefix, HOOK_SENDER_PORT: '0', SHUTDOWN_GRACE: '5s' },
  }
})
afterAll(async () => {
  await schema?.pool.query(`drop schema if exists "${hookSchema}" cascade`)
  await bus?.remove()
  await schema?.drop()
  await mongo?.remove()
})

type Report = { checks: Record<string, { ok: boolean }> }

async function started(
  changes: Record<string, string>,
  work: (sender: RunningSender) => Promise<void>,
): Promise<void> {
  const config = loadConfig(senderConfig, { ...env, ...changes }, { service: 'hook-sender' })
  const sender = await startSender(config, silentLogger())
  try {
    await work(sender)
  } finally {
    expect(await sender.stop()).toEqual([])
  }
}

const readiness = async ({ url }: RunningSender): Promise<{ status: number; down: string[] }> => {
  const answer = await fetch(`${url}/readyz`)
  const { checks } = (await answer.json()) as Report
  return { status: answer.status, down: Object.keys(checks).filter((name) => checks[name]?.ok === false) }
}

it.each(['postgres', 'mongo', 'bullmq'])(
  'is ready with the queue driver %s, and stops in time',
  async (driver) => {
    await started({ WEBHOOK_QUEUE_DRIVER: driver }, async (sender) => {
      await waitFor(async () => (await readiness(sender)).status === 200, {
        deadlineMs: 20_000,
        describe: 'the sender is ready',
      })
    })
  },
)

it.each([
  ['nats', { NATS_URL: 'nats://127.0.0.1:1' }],
  ['mongodb', { MONGODB_URI: 'mongodb://127.0.0.1:1/none?serverSelectionTimeoutMS=300' }],
  ['redis', { WEBHOOK_QUEUE_DRIVER: 'bullmq', REDIS_URL: 'redis://127.0.0.1:1' }],
] as const)('starts without %s, and says that it is away', async (name, changes) => {
  await started(changes, async (sender) => {
    expect((await fetch(`${sender.url}/healthz`)).status).toBe(200)
    await waitFor(async () => (await readiness(sender)).down.join() === name, {
      deadlineMs: 20_000,
      describe: `${name} alone is down`,
    })
    expect((await readiness(sender)).status).toBe(503)
  })
})

it('starts without PostgreSQL, and says that it is away', async () => {
  await started({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, async (sender) => {
    const { status, down } = await readiness(sender)
    expect(status).toBe(503)
    expect(down).toEqual(expect.arrayContaining(['postgresql', 'webhooks']))
  })
})

it('does not start with a queue whose server nobody has named', async () => {
  const { REDIS_URL: _, ...others } = env
  const given = { ...others, WEBHOOK_QUEUE_DRIVER: 'bullmq' }
  const config = loadConfig(senderConfig, given, { service: 'hook-sender' })
  await expect(startSender(config, silentLogger())).rejects.toMatchObject({ code: 'QUEUE_NEEDS' })
})
