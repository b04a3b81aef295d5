import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { searchInput } from './search-inputs.ts'
import { searchMessages } from './search-messages.ts'
import { searchSchema } from './search-schema.ts'

/** `/v1/messages/search`. */
export function searchRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  const route = createRoute({
    method: 'get',
    path: '/v1/messages/search',
    tags: ['Messages'],
    security: secured,
    middleware: [auth] as const,
    operationId: 'searchMessages',
    summary: 'Messages that have all the words',
    request: { query: searchInput },
    responses: { 200: ok('A page of hits', searchSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const { q, sort, cursor, limit, ...filters } = c.req.valid('query')
    const { tenantId } = c.get('principal')
    return c.json(await searchMessages(deps, { tenantId, query: q, filters, sort, cursor, limit }), 200)
  })
  return router
}
