import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@omnistream/common'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { deliveryJson, deliverySchema } from './delivery-schema.ts'
import { testEventType } from './event-types.ts'
import { endpointIdInput } from './webhook-inputs.ts'

/** `/v1/webhooks/endpoints/{id}/test`: an event for this endpoint alone, delivered and retried like any other. */
export function addTest(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'post',
    path: '/v1/webhooks/endpoints/{id}/test',
    tags: ['Webhooks'],
    security: secured,
    middleware: [auth] as const,
    operationId: 'testWebhookEndpoint',
    summary: `Send \`${testEventType}\` to this endpoint alone, whatever types it takes`,
    request: { params: z.strictObject({ id: endpointIdInput }), query: noQuery },
    responses: { 201: ok('The delivery, not made yet', deliverySchema), ...problems(400, 404, 409) },
  })
  router.openapi(route, async (c) => {
    const { tenantId, keyId } = c.get('principal')
    const { id } = c.req.valid('param')
    const { endpoints, deliveries, send } = deps.webhooks
    const endpoint = await endpoints.get({ tenantId, id })
    if (endpoint === undefined) throw notFound('endpoint')
    if (endpoint.disabled) throw disabled()
    const payload = { endpoint_id: id, sent_by: `api-key:${keyId}` }
    const sent = await send({ tenantId, eventType: testEventType, endpointId: id, payload })
    const made = await deliveries.list({ tenantId, messageId: sent.id, limit: 1 })
    const delivery = made.ok ? made.items[0] : undefined
    // It was disabled or deleted meanwhile.
    if (delivery === undefined) throw disabled()
    c.header('location', `/v1/webhooks/deliveries/${delivery.id}`)
    return c.json(deliveryJson(delivery), 201)
  })
}

const disabled = (): ProblemError =>
  new ProblemError(409, { detail: 'the endpoint is disabled: enable it first' })
