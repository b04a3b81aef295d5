import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { badCursor } from '../http/bad-cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { given } from '../http/given.ts'
import { noQuery } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { replayDeliveriesInput } from './delivery-inputs.ts'
import { deliveryStepSchema } from './delivery-schema.ts'

/**
 * `/v1/webhooks/deliveries/replay`: many at once, one bounded step to a request, so that a caller shows progress, goes as
 * slowly as it likes and stops where it likes. A dry run takes the same steps and changes nothing.
 */
export function addBulkReplay(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'post',
    path: '/v1/webhooks/deliveries/replay',
    tags: ['Webhooks'],
    security: secured,
    middleware: [auth] as const,
    operationId: 'replayWebhookDeliveries',
    summary: 'Deliver again what failed (or succeeded), oldest first, a step at a time',
    request: {
      query: noQuery,
      body: { required: true, content: { 'application/json': { schema: replayDeliveriesInput } } },
    },
    responses: { 200: ok('What this step did', deliveryStepSchema), ...problems(400, 404, 422) },
  })
  router.openapi(route, async (c) => {
    const { endpoint, event_types, dry_run, ...rest } = c.req.valid('json')
    const { tenantId } = c.get('principal')
    const { endpoints, replayDeliveries } = deps.webhooks
    if (endpoint !== undefined && (await endpoints.get({ tenantId, id: endpoint })) === undefined) {
      throw notFound('endpoint')
    }
    const outcome = await replayDeliveries(
      given({ tenantId, ...rest, endpointId: endpoint, eventTypes: event_types, dryRun: dry_run }),
    )
    if (outcome.ok) return c.json({ count: outcome.count, next: outcome.next }, 200)
    throw outcome.reason === 'not_found' ? notFound('endpoint') : badCursor('cursor')
  })
}
