import { OpenAPIHono } from '@hono/zod-openapi'
import { createHttpApp, type HttpApp } from '@omnistream/common'
import { accountUpdateRoutes } from './accounts/account-update-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import type { Scope } from './auth/principal.ts'
import { requireScope } from './auth/require-scope.ts'
import { contactRoutes } from './contacts/contact-routes.ts'
import { conversationRoutes } from './conversations/conversation-routes.ts'
import type { ApiDeps } from './deps.ts'
import { driftRoutes } from './drift/drift-routes.ts'
import type { ApiEnv } from './http/env.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { openapiDocument } from './openapi-document.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import { searchRoutes } from './search/search-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

const bodyLimitBytes = 256 * 1024

/** The whole API as a Hono app: no socket, no connection of its own. */
export function createApi(deps: ApiDeps): HttpApp {
  const { logger, metrics, health } = deps
  const app = createHttpApp({ service: 'api', logger, metrics, health, bodyLimitBytes })
  const routes = apiRoutes(deps)
  const document = openapiDocument(routes, deps.version)
  app.route('/', routes)
  app.get('/openapi.json', (c) => c.json(document))
  return app
}

/** All routes under `/v1`, each behind the scope it needs. Search comes before `/v1/messages/{id}`, which would take it. */
export function apiRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>()
  const scope = (name: Scope) => requireScope(deps.findPrincipal, deps.now, name)
  routes.openAPIRegistry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, omni_…',
  })
  routes.route('/', conversationRoutes(deps, scope('inbox:read'), scope('inbox:write')))
  routes.route('/', contactRoutes(deps, scope('inbox:read'), scope('inbox:write')))
  routes.route('/', searchRoutes(deps, scope('inbox:read')))
  routes.route('/', messageRoutes(deps, scope('inbox:read')))
  routes.route('/', mediaRoutes(deps, scope('inbox:read')))
  routes.route('/', accountUpdateRoutes(deps, scope('audit:read')))
  routes.route('/', auditRoutes(deps, scope('audit:read')))
  routes.route('/', replayRoutes(deps, scope('replay:write')))
  routes.route('/', ledgerRoutes(deps, scope('audit:read')))
  routes.route('/', driftRoutes(deps, scope('audit:read')))
  routes.route('/', webhookRoutes(deps, scope('webhooks:read'), scope('webhooks:write')))
  return routes
}
