import { type Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { bodyLimit } from './body-limit.ts'
import { errorCode } from './error-code.ts'
import { checkHealth, type HealthCheck } from './health.ts'
import { uuidv7 } from './ids.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { ProblemError, toProblem } from './problem.ts'
import { childTrace, newTrace, parseTraceparent, type TraceContext } from './trace.ts'

/** What every handler finds in its context. */
export type HttpEnv = {
  Variables: {
    requestId: string
    trace: TraceContext
    /** Fields a handler adds to the request's one log event. */
    event: Record<string, unknown>
  }
}

export type HttpApp = Hono<HttpEnv>

export type HttpAppOptions = {
  service: string
  logger: Logger
  metrics: Metrics
  /** What `/readyz` asks; `/healthz` only says that the process answers. */
  health?: readonly HealthCheck[]
  bodyLimitBytes?: number
}

const defaultBodyLimitBytes = 4 * 1024 * 1024
const saneRequestId = /^[A-Za-z0-9._~:-]{1,128}$/
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const quietPaths = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * A Hono app with what every service has: request ids, one log event per request, problem+json errors (also 404 and
 * 405), a body limit, `/healthz`, `/readyz` and `/metrics`. Neither query strings nor raw paths are logged.
 */
export const createHttpApp = (options: HttpAppOptions): HttpApp => {
  const app: HttpApp = new Hono()
  const { logger } = options
  const seconds = options.metrics.histogram('http_request_duration_seconds', 'Time to answer a request', [
    'method',
    'route',
    'status',
  ])

  app.use('*', async function wideEvent(c, next) {
    const begin = performance.now()
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && saneRequestId.test(given) ? given : uuidv7()
    const incoming = parseTraceparent(c.req.header('traceparent'))
    const event: Record<string, unknown> = {}
    c.set('requestId', requestId)
    c.set('trace', incoming === undefined ? newTrace() : childTrace(incoming))
    c.set('event', event)
    await next()
    setHeader(c, 'x-request-id', requestId)
    const durationMs = performance.now() - begin
    const { status } = c.res
    const route = routeOf(c)
    seconds.observe({ method: knownMethod(c.req.method), route, status }, durationMs / 1_000)
    const fields = {
      ...event,
      ...{ method: c.req.method, route, status, duration_ms: Math.round(durationMs * 100) / 100 },
      ...{ request_id: requestId, trace_id: c.get('trace').traceId },
      ...(c.error !== undefined && status >= 500 ? { err: c.error } : {}),
    }
    // A probe comes every few seconds: the caller of /readyz is told what is down, the log need not repeat it.
    if (quietPaths.has(route)) logger.debug(fields, 'http.request')
    else if (status >= 500) logger.error(fields, 'http.request')
    else logger.info(fields, 'http.request')
  })
  app.onError((error, c) => problemResponse(c, isCutOff(error) ? cutOff(error) : error))
  app.notFound((c) => problemResponse(c, unmatched(app, c.req.path)))
  app.use('*', bodyLimit(options.bodyLimitBytes ?? defaultBodyLimitBytes))

  app.get('/healthz', (c) => c.json({ status: 'ok', service: options.service }))
  app.get('/readyz', async (c) => {
    const report = await checkHealth(options.health ?? [])
    return c.json({ status: report.ok ? 'ok' : 'unavailable', checks: report.checks }, report.ok ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    const { registry } = options.metrics
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  return app
}

/** `c.header` would make a second Response of the finished one; only a fetched one's headers cannot be changed. */
const setHeader = (c: Context<HttpEnv>, name: string, value: string): void => {
  try {
    c.res.headers.set(name, value)
  } catch {
    c.header(name, value)
  }
}

const problemResponse = (c: Context<HttpEnv>, error: unknown): Response => {
  const { status, body, headers } = toProblem(error, c.get('requestId'))
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
}

/** A client that left, or was too slow, in the middle of its body: nothing is wrong on this side. */
const isCutOff = (error: Error): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(errorCode(error) ?? '') && error.message === 'aborted'

const cutOff = (cause: Error): ProblemError =>
  new ProblemError(400, { detail: 'the request ended before its body did', cause })

/** The pattern of the route that answered; every unmatched path is one label, or a scanner could fill the metrics. */
const routeOf = (c: Context): string => {
  const answered = matchedRoutes(c)[c.req.routeIndex]
  return answered === undefined || answered.method === 'ALL' ? '(none)' : answered.path
}

const knownMethod = (method: string): string =>
  (methods as readonly string[]).includes(method) || method === 'HEAD' || method === 'OPTIONS'
    ? method
    : 'OTHER'

/** 405 with Allow where the path exists under another method, else 404. */
const unmatched = (app: HttpApp, path: string): ProblemError => {
  const allowed = methods.filter((method) => {
    const [handlers] = app.router.match(method, path)
    return handlers.some(([[, route]]) => route.method !== 'ALL')
  })
  if (allowed.length === 0) return new ProblemError(404, { detail: 'there is nothing at this path' })
  return new ProblemError(405, { headers: { allow: allowed.join(', ') } })
}
