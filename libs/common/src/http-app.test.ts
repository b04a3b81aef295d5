import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHttpApp, type HttpApp } from './http-app.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'

const setUp = () => {
  const lines: string[] = []
  const logger = createLogger({
    service: 'edge',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  })
  const state = { storeUp: true }
  const app = createHttpApp({
    ...{ service: 'edge', logger, metrics: createMetrics({ service: 'edge' }), bodyLimitBytes: 10 },
    health: [
      {
        name: 'store',
        check: () => {
          if (!state.storeUp) throw new Error('store is away')
        },
      },
    ],
  })
  app.get('/things/:id', (c) => c.json({ id: c.req.param('id'), request: c.get('requestId') }))
  app.put('/things/:id', (c) => c.body(null, 204))
  app.post('/echo', async (c) => c.body(await c.req.arrayBuffer()))
  app.get('/boom', () => {
    throw new Error('row (phone)=(+62 811) is a secret')
  })
  app.post('/event', (c) => {
    c.get('event').stored = 3
    return c.json({})
  })
  app.route(
    '/mounted',
    new Hono().get('/inner/:x', (c) => c.text('ok')),
  )
  const events = (): Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { app, lines, events, state }
}

describe('createHttpApp', () => {
  let app: HttpApp
  let all: ReturnType<typeof setUp>
  beforeEach(() => {
    all = setUp()
    app = all.app
  })

  it('keeps a sane request id and answers with it', async () => {
    const answer = await app.request('/things/1', { headers: { 'x-request-id': 'abc-123' } })
    expect(answer.headers.get('x-request-id')).toBe('abc-123')
    expect(await answer.json()).toEqual({ id: '1', request: 'abc-123' })
  })

  it.each(['', 'a b', 'x'.repeat(129), 'a"b'])(
    'replaces the unfit request id %j with a UUIDv7',
    async (given) => {
      const answer = await app.request('/things/1', { headers: { 'x-request-id': given } })
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    },
  )

  it('writes one event per request, with the pattern of the route and never the query', async () => {
    await app.request('/things/42?hub.verify_token=LEAK')
    await app.request('/mounted/inner/7')
    expect(all.events()).toMatchObject([
      {
        msg: 'http.request',
        level: 'info',
        method: 'GET',
        route: '/things/:id',
        status: 200,
        request_id: expect.any(String),
      },
      { route: '/mounted/inner/:x', status: 200 },
    ])
    expect(all.events()[0]?.duration_ms).toBeTypeOf('number')
    expect(all.lines.join('')).not.toMatch(/LEAK|\/42/)
  })

  it('adds what a handler notes to its event', async () => {
    await app.request('/event', { method: 'POST' })
    expect(all.events()).toMatchObject([{ route: '/event', stored: 3 }])
  })

  it('continues the trace of the caller', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await app.request('/things/1', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    expect(all.events()).toMatchObject([{ trace_id: traceId }])
  })

  it('answers an unknown path with a 404 problem under one label', async () => {
    const answer = await app.request('/secret/path?x=1')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(await answer.json()).toMatchObject({ type: 'about:blank', title: 'Not found', status: 404 })
    expect(all.events()).toMatchObject([{ route: '(none)' }])
  })

  it('answers a known path under another method with 405 and the methods that work', async () => {
    const answer = await app.request('/things/1', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT'])
    expect(await answer.json()).toMatchObject({ status: 405 })
  })

  it('logs an unexpected error and shows the caller nothing of it', async () => {
    const answer = await app.request('/boom')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret')
    expect(all.events()).toMatchObject([{ level: 'error', status: 500, err: { type: 'Error' } }])
  })

  it('takes a body of exactly the limit', async () => {
    const answer = await app.request('/echo', {
      method: 'POST',
      body: '0123456789',
      headers: { 'content-length': '10' },
    })
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
  })

  it('refuses a larger body by its stated length', async () => {
    const answer = await app.request('/echo', {
      method: 'POST',
      body: '01234567890',
      headers: { 'content-length': '11' },
    })
    expect(answer.status).toBe(413)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it('refuses a larger body of unstated length', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        for (let i = 0; i < 4; i += 1) controller.enqueue(new TextEncoder().encode('0123'))
        controller.close()
      },
    })
    const answer = await app.request('/echo', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
  })

  it('is alive while a dependency is down, but not ready, and says which', async () => {
    expect((await app.request('/readyz')).status).toBe(200)
    all.state.storeUp = false
    expect((await app.request('/healthz')).status).toBe(200)
    const answer = await app.request('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      status: 'unavailable',
      checks: { store: { ok: false, error: 'store is away' } },
    })
  })

  it('counts requests by the pattern of their route', async () => {
    await app.request('/things/1')
    await app.request('/things/2')
    await app.request('/things/2', { method: 'BREW' })
    const text = await (await app.request('/metrics')).text()
    expect(text).toContain(
      'http_request_duration_seconds_count{service="edge",method="GET",route="/things/:id",status="200"} 2',
    )
    expect(text).toContain('method="OTHER"')
  })
})
