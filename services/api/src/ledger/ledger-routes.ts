import { createRoute } from '@hono/zod-openapi'
import { uuidToBinary } from '@omnistream/mongo/uuid'
import { nobody } from '@omnistream/postgres'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { encodeCursor } from '../http/cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { encodeLedgerCursor } from './ledger-cursor.ts'
import { ledgerAlarmsInput, ledgerInput, ledgerRange } from './ledger-inputs.ts'
import { ledgerAlarmListSchema, ledgerSchema } from './ledger-schema.ts'

const tags = ['Ledger']

/** `/v1/ledger`: what became of everything that was received. */
export function ledgerRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  addLedger(router, deps, auth)
  addAlarms(router, deps, auth)
  return router
}

function addLedger(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/ledger', tags, security: secured, middleware: [auth] as const },
    operationId: 'getLedger',
    summary: 'How the updates of received webhooks ended, by hour or day, channel and account; newest first',
    request: { query: ledgerInput },
    responses: { 200: ok('The ledger of a range', ledgerSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const { before, limit, bucket, ...given } = c.req.valid('query')
    const { tenantId } = c.get('principal')
    const range = ledgerRange({ ...given, bucket }, deps.now())
    const question = { ...range, channel: given.channel, account: given.account }
    const found = await deps.ledger.list(tenantId, { ...question, bucket, before, limit: limit + 1 })
    const totals = await deps.ledger.totals(tenantId, question)
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const next =
      found.length > limit && last !== undefined
        ? encodeLedgerCursor({
            ...{ from: new Date(last.from), channel: last.channel, account: last.account_id ?? nobody },
          })
        : null
    const { from, to } = range
    return c.json(
      { from: from.toISOString(), to: to.toISOString(), bucket, totals, data, page: { next } },
      200,
    )
  })
}

function addAlarms(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/ledger/alarms', tags, security: secured, middleware: [auth] as const },
    operationId: 'listLedgerAlarms',
    summary: 'Hours that did not add up, newest first',
    request: { query: ledgerAlarmsInput },
    responses: { 200: ok('A page of alarms', ledgerAlarmListSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const { open, before, limit } = c.req.valid('query')
    const place = before && { raisedAt: before.at, id: deps.uuids.read(before.id) }
    const found = await deps.ledger.alarms(c.get('principal').tenantId, {
      ...{ open, before: place, limit: limit + 1 },
    })
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const next =
      found.length > limit && last !== undefined
        ? encodeCursor('ledger-alarms', [{ at: new Date(last.raised_at), id: uuidToBinary(last.id) }])
        : null
    return c.json({ data, page: { next } }, 200)
  })
}
