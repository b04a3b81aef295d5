import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@omnistream/common'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { badCursor } from '../http/bad-cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { given } from '../http/given.ts'
import { noQuery } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { listDeliveriesInput } from './delivery-inputs.ts'
import {
  attemptJson,
  attemptListSchema,
  deliveryDetailSchema,
  deliveryJson,
  deliveryListSchema,
  deliverySchema,
} from './delivery-schema.ts'
import { deliveryIdInput, pageInput } from './webhook-inputs.ts'

type Auth = MiddlewareHandler<ApiEnv>

const base = '/v1/webhooks/deliveries'
const shared = { tags: ['Webhooks'], security: secured }
const params = z.strictObject({ id: deliveryIdInput })
const attemptsShown = 50

/** `/v1/webhooks/deliveries`: each message on its way to each endpoint. */
export function addDeliveries(router: ApiRouter, deps: ApiDeps, read: Auth, write: Auth): void {
  addList(router, deps, read)
  addDetail(router, deps, read)
  addAttempts(router, deps, read)
  addReplay(router, deps, write)
}

function addList(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'get', path: base, middleware: [auth] as const },
    operationId: 'listWebhookDeliveries',
    summary: 'Deliveries, newest first',
    request: { query: listDeliveriesInput },
    responses: { 200: ok('A page of deliveries', deliveryListSchema), ...problems(400) },
  })
  router.openapi(route, async (c) => {
    const { endpoint, message, ...rest } = c.req.valid('query')
    const { tenantId } = c.get('principal')
    const found = await deps.webhooks.deliveries.list(
      given({ tenantId, ...rest, endpointId: endpoint, messageId: message }),
    )
    if (!found.ok) throw badCursor('cursor')
    return c.json({ data: found.items.map(deliveryJson), page: { next: found.next } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'get', path: `${base}/{id}` as const, middleware: [auth] as const },
    operationId: 'getWebhookDelivery',
    summary: 'One delivery with its newest attempts',
    request: { params, query: noQuery },
    responses: { 200: ok('The delivery', deliveryDetailSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
    const delivery = await deps.webhooks.deliveries.get(key)
    if (delivery === undefined) throw notFound('delivery')
    const page = { tenantId: key.tenantId, deliveryId: key.id, limit: attemptsShown }
    const attempts = await deps.webhooks.attempts.list(page)
    const items = attempts.ok ? attempts.items : []
    return c.json({ ...deliveryJson(delivery), attempts: items.map(attemptJson) }, 200)
  })
}

function addAttempts(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'get', path: `${base}/{id}/attempts` as const, middleware: [auth] as const },
    operationId: 'listWebhookAttempts',
    summary: 'The attempts of a delivery, newest first; those before a replay too',
    request: { params, query: z.strictObject(pageInput) },
    responses: { 200: ok('A page of attempts', attemptListSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const key = { tenantId: c.get('principal').tenantId, id: c.req.valid('param').id }
    if ((await deps.webhooks.deliveries.get(key)) === undefined) throw notFound('delivery')
    const page = { tenantId: key.tenantId, deliveryId: key.id, ...c.req.valid('query') }
    const found = await deps.webhooks.attempts.list(given(page))
    if (!found.ok) throw badCursor('cursor')
    return c.json({ data: found.items.map(attemptJson), page: { next: found.next } }, 200)
  })
}

function addReplay(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, method: 'post', path: `${base}/{id}/replay` as const, middleware: [auth] as const },
    operationId: 'replayWebhookDelivery',
    summary: 'Deliver again what succeeded or failed, under the same `webhook-id`',
    request: { params, query: noQuery },
    responses: { 200: ok('The delivery as it is now', deliverySchema), ...problems(400, 404, 409) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const outcome = await deps.webhooks.replayDelivery(c.req.valid('param').id, { tenantId })
    if (outcome.ok) return c.json(deliveryJson(outcome.delivery), 200)
    if (outcome.reason === 'not_found') throw notFound('delivery')
    throw new ProblemError(409, {
      detail: `a delivery that is ${outcome.status} is on its way already`,
      extensions: { delivery_status: outcome.status },
    })
  })
}
