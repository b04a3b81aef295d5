import { createRoute, z } from '@hono/zod-openapi'
import type { WebhookAuditDocument } from '@omnistream/mongo/documents'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { toPage } from '../http/keyset.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { runFind } from '../http/run-find.ts'
import { auditListInput, auditStatsInput, statsRange } from './audit-inputs.ts'
import { auditDetailJson, auditRowJson, bodyBytes } from './audit-json.ts'
import { auditListQuery, auditQuery, auditStatsQuery } from './audit-queries.ts'
import { auditDetailSchema, auditListSchema, auditStatsSchema } from './audit-schema.ts'
import { statsRows } from './stats-rows.ts'

const tags = ['Audit']
const idParam = z.strictObject({ id: uuidInput('Audit row') })

/** `/v1/audit`: the webhooks as they came. */
export function auditRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  addList(router, deps, auth)
  addStats(router, deps, auth)
  addDetail(router, deps, auth)
  addRaw(router, deps, auth)
  return router
}

function addList(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/audit', tags, security: secured, middleware: [auth] as const },
    operationId: 'listAudit',
    summary: 'Stored webhooks, newest first',
    request: { query: auditListInput },
    responses: { 200: ok('A page of webhooks', auditListSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const { before, after, limit, ...filters } = c.req.valid('query')
    const { tenantId } = c.get('principal')
    const channel =
      filters.channel ??
      (filters.account === undefined ? undefined : await deps.channelOfAccount(tenantId, filters.account))
    const window = { before, after, limit }
    const spec = auditListQuery(deps.uuids, tenantId, { ...filters, channel }, window)
    const found = await runFind(deps.collections.webhookAudit, spec, deps.queryBudgetMs)
    const { rows, next, prev } = toPage('audit', window, found, (row) => row.received_at)
    return c.json({ data: rows.map((row) => auditRowJson(row, deps.uuids)), page: { next, prev } }, 200)
  })
}

function addStats(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/audit/stats', tags, security: secured, middleware: [auth] as const },
    operationId: 'auditStats',
    summary: 'Webhooks per day and channel',
    request: { query: auditStatsInput },
    responses: {
      200: ok('One row for each day and channel that had any', auditStatsSchema),
      ...problems(400, 504),
    },
  })
  router.openapi(route, async (c) => {
    const range = statsRange(c.req.valid('query'), deps.now())
    const { pipeline } = auditStatsQuery(deps.uuids, c.get('principal').tenantId, range)
    const groups = await deps.collections.webhookAudit
      .aggregate(pipeline, { maxTimeMS: deps.queryBudgetMs })
      .toArray()
    const data = statsRows(groups)
    return c.json({ from: range.from.toISOString(), to: range.to.toISOString(), data }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/audit/{id}', tags, security: secured, middleware: [auth] as const },
    operationId: 'getAudit',
    summary: 'One stored webhook with headers and body',
    request: { params: idParam, query: noQuery },
    responses: { 200: ok('The webhook', auditDetailSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const row = await findRow(deps, c.get('principal').tenantId, c.req.valid('param').id)
    return c.json(auditDetailJson(row, deps.uuids), 200)
  })
}

function addRaw(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/audit/{id}/raw', tags, security: secured, middleware: [auth] as const },
    operationId: 'getAuditRaw',
    summary: 'The body of a stored webhook, byte for byte as it came',
    request: { params: idParam, query: noQuery },
    responses: {
      200: {
        description: 'The bytes; `x-original-content-type` is what the sender called them',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      ...problems(400, 404, 504),
    },
  })
  router.openapi(route, async (c) => {
    const row = await findRow(deps, c.get('principal').tenantId, c.req.valid('param').id)
    const type = row.content_type
    return c.body(bodyBytes(row), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${deps.uuids.read(row._id)}.bin"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      ...(type !== undefined && /^[\x20-\x7e]{1,200}$/.test(type) ? { 'x-original-content-type': type } : {}),
    })
  })
}

async function findRow(deps: ApiDeps, tenantId: string, id: string): Promise<WebhookAuditDocument> {
  const spec = auditQuery(deps.uuids, tenantId, id)
  const [row] = await runFind(deps.collections.webhookAudit, spec, deps.queryBudgetMs)
  if (row === undefined) throw notFound('audit row')
  return row
}
