import { createHmac, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { connectBus, ensureStreams } from '@omnistream/bus'
import { silentLogger, uuidv7 } from '@omnistream/common'
import { collections, createMongo, setupIndexes, standardUuids } from '@omnistream/mongo'
import { Hono } from 'hono'
import { Binary } from 'mongodb'

/**
 * What one writes first: check, insert the payload, publish its id, wait for both, answer; each webhook by itself.
 * It keeps the same row under the same indexes as the real edge.
 */
const env = process.env
const mongo = createMongo({ uri: env.MONGODB_URI ?? '', appName: 'naive' })
const { webhookAudit } = collections(mongo.db)
await setupIndexes(mongo.db, { auditDays: 90 })
const bus = connectBus({ servers: env.NATS_URL ?? '', name: 'naive', logger: silentLogger() })
await bus.untilUp(AbortSignal.timeout(10_000))
await ensureStreams(await bus.manager(), env.BUS_PREFIX ?? '')
const owner = { tenant_id: standardUuids.write(uuidv7()), account_id: standardUuids.write(uuidv7()) }
const app = new Hono()
app.get('/healthz', (c) => c.text('ok'))
app.post('/webhooks/whatsapp', async (c) => {
  const body = Buffer.from(await c.req.arrayBuffer())
  const expected = createHmac('sha256', env.BENCH_SECRET ?? '')
    .update(body)
    .digest()
  const given = Buffer.from((c.req.header('x-hub-signature-256') ?? '').slice(7), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return c.body(null, 401)
  const id = uuidv7()
  await webhookAudit.insertOne({
    ...{ _id: standardUuids.write(id), received_at: new Date(), channel: 'whatsapp', ...owner },
    ...{ method: 'POST', url: c.req.url, headers: c.req.header(), source_ip: '127.0.0.1' },
    ...{ body: new Binary(body), body_bytes: body.length, signature_status: 'VALID', signature_detail: null },
    ...{ request_id: id, parse: { state: 'pending' } },
  })
  await bus.jetstream().publish(`${env.BUS_PREFIX}webhook.naive.id`, id, { msgID: id })
  return c.body(null, 200)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(env.BENCH_PORT) })
