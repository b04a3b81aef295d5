import { createHmac, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The limit the edge is measured against: a handler that reads the body and checks its HMAC, and nothing else. */
const secret = process.env.BENCH_SECRET ?? ''
const app = new Hono()
app.get('/healthz', (c) => c.text('ok'))
app.post('/webhooks/whatsapp', async (c) => {
  const body = Buffer.from(await c.req.arrayBuffer())
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from((c.req.header('x-hub-signature-256') ?? '').slice(7), 'hex')
  const valid = given.length === expected.length && timingSafeEqual(given, expected)
  return c.body(null, valid ? 200 : 401)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.BENCH_PORT) })
