import { createRoute, z } from '@hono/zod-openapi'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import { accountUpdateJson } from '@omnistream/views'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { limitInput, placeInput, uuidInput } from '../http/inputs.ts'
import { type FindSpec, toPage, type Window, windowed } from '../http/keyset.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { runFind } from '../http/run-find.ts'
import { accountUpdateListSchema } from './account-update-schema.ts'

const listInput = z
  .strictObject({
    before: placeInput('account-updates', '`page.next` of another page: what is older').optional(),
    after: placeInput('account-updates', '`page.prev` of another page: what is newer').optional(),
    limit: limitInput(50, 100),
  })
  .refine((input) => input.before === undefined || input.after === undefined, {
    error: 'give before or after, not both',
    path: ['after'],
  })

/** `/v1/accounts/{id}/updates`: templates, quality, bans, limits, as the channel told them. */
export function accountUpdateRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  const route = createRoute({
    method: 'get',
    path: '/v1/accounts/{id}/updates',
    tags: ['Accounts'],
    security: secured,
    middleware: [auth] as const,
    operationId: 'listAccountUpdates',
    summary: 'What the channel said of an account, newest first',
    request: { params: z.strictObject({ id: uuidInput('Account') }), query: listInput },
    responses: { 200: ok('A page of updates', accountUpdateListSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const window = c.req.valid('query')
    const spec = accountUpdatesQuery(deps.uuids, c.get('principal').tenantId, c.req.valid('param').id, window)
    const found = await runFind(deps.collections.accountUpdates, spec, deps.queryBudgetMs)
    const { rows, next, prev } = toPage('account-updates', window, found, (row) => row.at)
    return c.json({ data: rows.map((row) => accountUpdateJson(row, deps.uuids)), page: { next, prev } }, 200)
  })
  return router
}

/** The updates of an account, in pages. */
export function accountUpdatesQuery(
  uuids: UuidCodec,
  tenantId: string,
  accountId: string,
  window: Window,
): FindSpec {
  return windowed('at', window, {
    indexes: ['account_time'],
    filter: { tenant_id: uuids.match(tenantId), account_id: uuids.match(accountId) },
  })
}
