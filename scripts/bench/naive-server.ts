import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { connectBus, ensureStreams } from '@omnistream/bus'
import { silentLogger } from '@omnistream/common'
import { Hono } from 'hono'
import { Binary, MongoClient } from 'mongodb'

/** What one writes first: insert the payload, publish its id, wait for both, answer. Durable, one by one. */
const env = process.env
const mongo = new MongoClient(env.MONGODB_URI ?? '', { w: 'majority', maxPoolSize: 20 })
const audit = mongo.db().collection('naive_audit')
const bus = connectBus({ servers: env.NATS_URL ?? '', name: 'naive', logger: silentLogger() })
await bus.untilUp(AbortSignal.timeout(10_000))
await ensureStreams(await bus.manager(), env.BUS_PREFIX ?? '')
const app = new Hono()
app.get('/healthz', (c) => c.text('ok'))
app.post('/webhooks/whatsapp', async (c) => {
  const body = Buffer.from(await c.req.arrayBuffer())
  const expected = createHmac('sha256', env.BENCH_SECRET ?? '')
    .update(body)
    .digest()
  const given = Buffer.from((c.req.header('x-hub-signature-256') ?? '').slice(7), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return c.body(null, 401)
  const id = randomUUID()
  await audit.insertOne({ id, received_at: new Date(), headers: c.req.header(), body: new Binary(body) })
  await bus.jetstream().publish(`${env.BUS_PREFIX}webhook.naive.id`, id, { msgID: id })
  return c.body(null, 200)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(env.BENCH_PORT) })
