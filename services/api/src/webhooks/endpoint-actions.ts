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
import { deliveryStepSchema } from './delivery-schema.ts'
import { disableEndpointInput, rotateSecretInput, sendMissedInput } from './endpoint-inputs.ts'
import { endpointRefused } from './endpoint-refused.ts'
import { endpointJson, endpointSchema, endpointWithSecretSchema } from './endpoint-schema.ts'
import { endpointIdInput } from './webhook-inputs.ts'

type Auth = MiddlewareHandler<ApiEnv>

const base = '/v1/webhooks/endpoints/{id}'
const shared = { method: 'post' as const, tags: ['Webhooks'], security: secured }
const params = z.strictObject({ id: endpointIdInput })

const actions = [
  ['enable', 'Take a disabled endpoint into use again; what was sent meanwhile: send-missed'],
  ['pause', 'Hold deliveries that become due, until it is resumed'],
  ['resume', 'Release what is held, in the order it was sent'],
] as const

/** What is done to one endpoint. */
export function addEndpointActions(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  addSimple(router, deps, auth)
  addDisable(router, deps, auth)
  addRotate(router, deps, auth)
  addMissed(router, deps, auth)
}

function addSimple(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  for (const [action, summary] of actions) {
    const route = createRoute({
      ...{ ...shared, path: `${base}/${action}` as const, middleware: [auth] as const },
      operationId: `${action}WebhookEndpoint`,
      summary,
      request: { params, query: noQuery },
      responses: { 200: ok('The endpoint as it is now', endpointSchema), ...problems(400, 404) },
    })
    router.openapi(route, async (c) => {
      const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
      const outcome = await deps.webhooks.endpoints[action](key)
      if (!outcome.ok) throw notFound('endpoint')
      return c.json(endpointJson(outcome.endpoint), 200)
    })
  }
}

function addDisable(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, path: `${base}/disable` as const, middleware: [auth] as const },
    operationId: 'disableWebhookEndpoint',
    summary: 'Take an endpoint out of use; deliveries that wait end as failed',
    request: {
      ...{ params, query: noQuery },
      body: { required: true, content: { 'application/json': { schema: disableEndpointInput } } },
    },
    responses: { 200: ok('The endpoint as it is now', endpointSchema), ...problems(400, 404, 422) },
  })
  router.openapi(route, async (c) => {
    const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
    const outcome = await deps.webhooks.endpoints.disable(key, c.req.valid('json').reason)
    if (!outcome.ok) throw notFound('endpoint')
    return c.json(endpointJson(outcome.endpoint), 200)
  })
}

function addRotate(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, path: `${base}/rotate-secret` as const, middleware: [auth] as const },
    operationId: 'rotateWebhookSecret',
    summary: 'A new secret; the old one signs beside it for a time. The answer alone has the new one',
    request: {
      ...{ params, query: noQuery },
      body: { required: true, content: { 'application/json': { schema: rotateSecretInput } } },
    },
    responses: {
      200: ok('The endpoint with its new secret', endpointWithSecretSchema),
      ...problems(400, 404, 422),
    },
  })
  router.openapi(route, async (c) => {
    const { overlap_seconds, secret } = c.req.valid('json')
    const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
    const rotation = given({ overlapMs: overlap_seconds * 1_000, secret })
    const outcome = await deps.webhooks.endpoints.rotateSecret(key, rotation)
    if (!outcome.ok) throw outcome.reason === 'invalid' ? endpointRefused(outcome) : notFound('endpoint')
    c.header('cache-control', 'no-store')
    return c.json({ ...endpointJson(outcome.endpoint), secret: outcome.secret }, 200)
  })
}

function addMissed(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, path: `${base}/send-missed` as const, middleware: [auth] as const },
    operationId: 'sendMissedWebhooks',
    summary: 'Deliver what was sent while the endpoint was disabled or not there yet, a step at a time',
    request: {
      ...{ params, query: noQuery },
      body: { required: true, content: { 'application/json': { schema: sendMissedInput } } },
    },
    responses: { 200: ok('What this step did', deliveryStepSchema), ...problems(400, 404, 422) },
  })
  router.openapi(route, async (c) => {
    const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
    const outcome = await deps.webhooks.sendMissed(key, given(c.req.valid('json')))
    if (outcome.ok) return c.json({ count: outcome.count, next: outcome.next }, 200)
    throw outcome.reason === 'not_found' ? notFound('endpoint') : badCursor('cursor')
  })
}
