import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { addBulkReplay } from './bulk-replay.ts'
import { addDeliveries } from './delivery-routes.ts'
import { addEndpointActions } from './endpoint-actions.ts'
import { addEndpoints } from './endpoint-routes.ts'
import { addMessages } from './message-routes.ts'
import { addTest } from './test-routes.ts'

type Auth = MiddlewareHandler<ApiEnv>

/** `/v1/webhooks`: what is sent to the tenant's own services. */
export function webhookRoutes(deps: ApiDeps, read: Auth, write: Auth): ApiRouter {
  const router = createRouter()
  addEndpoints(router, deps, read, write)
  addEndpointActions(router, deps, write)
  addTest(router, deps, write)
  addMessages(router, deps, read)
  addDeliveries(router, deps, read, write)
  addBulkReplay(router, deps, write)
  return router
}
