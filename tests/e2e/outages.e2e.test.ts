import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@omnistream/common'
import { type PrivateDevstack, startPrivateDevstack } from '@omnistream/devstack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BreakableProxy, startProxy } from '../support/breakable-proxy.ts'
import { post, signed, textPayload } from '../support/send.ts'
import { type Suite, startSuite } from '../support/suite.ts'

let own: PrivateDevstack
let postgres: BreakableProxy
let suite: Suite
let dir: string
let url: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'omnistream-outage-'))
  own = await startPrivateDevstack({ dir, services: ['mongo', 'nats'] })
  const database = new URL(own.urls.DATABASE_URL)
  postgres = await startProxy(Number(database.port))
  database.port = String(postgres.port)
  suite = await startSuite({ urls: { ...own.urls, DATABASE_URL: database.href } })
  url = `${suite.ingestor.url}/webhooks/whatsapp`
})
afterAll(async () => {
  await suite?.stop()
  await postgres?.close()
  await own?.destroy()
  await rm(dir, { recursive: true, force: true })
})

const send = (text: string): Promise<Response> =>
  post(url, signed(textPayload(`wamid.OUT${count++}`, text), suite.tenancy.appSecret))

const becomesMessage = (text: string): Promise<unknown> =>
  waitFor(() => suite.tenancy.store.messages.findOne({ 'content.body': text }), {
    deadlineMs: 40_000,
    describe: () => `the message "${text}"\n${suite.ingestor.output()}\n${suite.engine.output()}`,
  })

describe('while a server is away', () => {
  it('takes webhooks without NATS and publishes them later', async () => {
    await own.kill('nats')
    expect((await send('nats is down')).status).toBe(200)
    await own.start('nats')
    await becomesMessage('nats is down')
  })

  it('takes webhooks without PostgreSQL and parses them later', async () => {
    postgres.cut()
    expect((await send('postgres is down')).status).toBe(200)
    postgres.mend()
    await becomesMessage('postgres is down')
  })

  it('answers 503 with Retry-After without MongoDB, pretends nothing and recovers alone', async () => {
    await own.kill('mongo')
    const answer = await send('mongo is down')
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await own.start('mongo')
    await waitFor(async () => (await send('mongo is back')).status === 200, {
      deadlineMs: 30_000,
      describe: 'a 200',
    })
    await becomesMessage('mongo is back')
    expect(await suite.tenancy.store.messages.countDocuments({ 'content.body': 'mongo is down' })).toBe(0)
  })

  it('answers 503 while MongoDB hangs, and the queue in memory stays bounded', async () => {
    await own.pause('mongo')
    const answers = await Promise.all(Array.from({ length: 40 }, () => send('mongo hangs')))
    await own.resume('mongo')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  })
})
