import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { badCursor } from '../http/bad-cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { given } from '../http/given.ts'
import { noQuery } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { changeEndpointInput, createEndpointInput } from './endpoint-inputs.ts'
import { endpointRefused } from './endpoint-refused.ts'
import {
  endpointJson,
  endpointListSchema,
  endpointSchema,
  endpointWithSecretSchema,
} from './endpoint-schema.ts'
import { endpointIdInput, pageInput } from './webhook-inputs.ts'

type Auth = MiddlewareHandler<ApiEnv>

const base = '/v1/webhooks/endpoints'
const shared = { tags: ['Webhooks'], security: secured }
const params = z.strictObject({ id: endpointIdInput })

/** `/v1/webhooks/endpoints`: where a tenant's events go. */
export function addEndpoints(router: ApiRouter, deps: ApiDeps, read: Auth, write: Auth): void {
  addCreate(router, deps, write)
  addList(router, deps, read)
  addDetail(router, deps, read)
  addChange(router, deps, write)
  addDelete(router, deps, write)
}

function addCreate(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'post', path: base, middleware: [auth] as const },
    operationId: 'createWebhookEndpoint',
    summary: 'Tell a service of yours what happens; the answer alone has the secret',
    request: {
      query: noQuery,
      body: { required: true, content: { 'application/json': { schema: createEndpointInput } } },
    },
    responses: { 201: ok('The endpoint with its secret', endpointWithSecretSchema), ...problems(400, 422) },
  })
  router.openapi(route, async (c) => {
    const { event_types, rate_limit, ...rest } = c.req.valid('json')
    const { tenantId } = c.get('principal')
    const outcome = await deps.webhooks.endpoints.create(
      given({ tenantId, ...rest, eventTypes: event_types, rateLimit: rate_limit }),
    )
    if (!outcome.ok) throw endpointRefused(outcome)
    c.header('location', `${base}/${outcome.endpoint.id}`)
    c.header('cache-control', 'no-store')
    return c.json({ ...endpointJson(outcome.endpoint), secret: outcome.secret }, 201)
  })
}

function addList(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'get', path: base, middleware: [auth] as const },
    operationId: 'listWebhookEndpoints',
    summary: 'Endpoints, newest first',
    request: { query: z.strictObject(pageInput) },
    responses: { 200: ok('A page of endpoints', endpointListSchema), ...problems(400) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const found = await deps.webhooks.endpoints.list(given({ tenantId, ...c.req.valid('query') }))
    if (!found.ok) throw badCursor('cursor')
    return c.json({ data: found.items.map(endpointJson), page: { next: found.next } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'get', path: `${base}/{id}` as const, middleware: [auth] as const },
    operationId: 'getWebhookEndpoint',
    summary: 'One endpoint',
    request: { params, query: noQuery },
    responses: { 200: ok('The endpoint', endpointSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const endpoint = await deps.webhooks.endpoints.get({ tenantId, id: c.req.valid('param').id })
    if (endpoint === undefined) throw notFound('endpoint')
    return c.json(endpointJson(endpoint), 200)
  })
}

function addChange(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'patch', path: `${base}/{id}` as const, middleware: [auth] as const },
    operationId: 'changeWebhookEndpoint',
    summary: 'Change what is named; deliveries that wait go to the new URL',
    request: {
      ...{ params, query: noQuery },
      body: { required: true, content: { 'application/json': { schema: changeEndpointInput } } },
    },
    responses: { 200: ok('The endpoint as it is now', endpointSchema), ...problems(400, 404, 422) },
  })
  router.openapi(route, async (c) => {
    const { event_types, rate_limit, ...rest } = c.req.valid('json')
    const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
    const change = given({ ...rest, eventTypes: event_types, rateLimit: rate_limit })
    const outcome = await deps.webhooks.endpoints.update(key, change)
    if (outcome.ok) return c.json(endpointJson(outcome.endpoint), 200)
    throw outcome.reason === 'invalid' ? endpointRefused(outcome) : notFound('endpoint')
  })
}

function addDelete(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'delete', path: `${base}/{id}` as const, middleware: [auth] as const },
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint with its deliveries and their attempts',
    request: { params, query: noQuery },
    responses: { 204: { description: 'It is gone' }, ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const isGone = await deps.webhooks.endpoints.delete({ tenantId, id: c.req.valid('param').id })
    if (!isGone) throw notFound('endpoint')
    return c.body(null, 204)
  })
}
