import { createRoute, z } from '@hono/zod-openapi'
import { uuidToBinary } from '@omnistream/mongo/uuid'
import type { MiddlewareHandler } from 'hono'
import { auditQuery } from '../audit/audit-queries.ts'
import type { ApiDeps } from '../deps.ts'
import { encodeCursor } from '../http/cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { limitInput, noQuery, placeInput, uuidInput, wordInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { runFind } from '../http/run-find.ts'
import { driftFragment } from './drift-fragment.ts'
import { driftDetailSchema, driftKinds, driftListSchema } from './drift-schema.ts'

const tags = ['Drift']

const listInput = z.strictObject({
  channel: wordInput('Channel, such as `whatsapp`').optional(),
  what: z.enum(driftKinds).optional(),
  before: placeInput('drift', '`page.next` of another page: what was seen earlier').optional(),
  limit: limitInput(50, 100),
})

/** `/v1/drift`: types, fields and events that a parser met for the first time. */
export function driftRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  addList(router, deps, auth)
  addDetail(router, deps, auth)
  return router
}

function addList(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/drift', tags, security: secured, middleware: [auth] as const },
    operationId: 'listDrift',
    summary: 'What channels send that no parser knows, first seen last on top',
    request: { query: listInput },
    responses: { 200: ok('A page of names', driftListSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const { channel, what, before, limit } = c.req.valid('query')
    const place = before && { firstSeenAt: before.at, id: deps.uuids.read(before.id) }
    const found = await deps.drift.list(c.get('principal').tenantId, {
      ...{ channel, what, before: place, limit: limit + 1 },
    })
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const next =
      found.length > limit && last !== undefined
        ? encodeCursor('drift', [{ at: new Date(last.first_seen_at), id: uuidToBinary(last.id) }])
        : null
    return c.json({ data, page: { next } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/drift/{id}', tags, security: secured, middleware: [auth] as const },
    operationId: 'getDrift',
    summary: 'One name with the first bytes that had it',
    request: { params: z.strictObject({ id: uuidInput('Drift') }), query: noQuery },
    responses: { 200: ok('The name', driftDetailSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const drift = await deps.drift.get(tenantId, c.req.valid('param').id)
    if (drift === undefined) throw notFound('drift')
    // The bytes of a webhook that several tenants share are nobody's to read.
    const spec = auditQuery(deps.uuids, tenantId, drift.audit_id)
    const [row] = await runFind(deps.collections.webhookAudit, spec, deps.queryBudgetMs)
    return c.json({ ...drift, ...driftFragment(row, drift.audit_path) }, 200)
  })
}
