import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { badCursor } from '../http/bad-cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { limitInput, noQuery, uuidInput, wordInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { addConversationMerges } from './conversation-merges.ts'
import { conversationListSchema, conversationSchema, conversationStatuses } from './conversation-schema.ts'

const tags = ['Conversations']

const listInput = z
  .strictObject({
    status: z.enum(conversationStatuses).optional(),
    channel: wordInput('Channel, such as `whatsapp`').optional(),
    account: uuidInput('Channel account').optional(),
    before: z
      .string()
      .max(200)
      .optional()
      .openapi({ description: '`page.next` of another page: what is older' }),
    after: z
      .string()
      .max(200)
      .optional()
      .openapi({ description: '`page.prev` of another page: what is newer' }),
    limit: limitInput(50, 100),
  })
  .refine((input) => input.before === undefined || input.after === undefined, {
    error: 'give before or after, not both',
    path: ['after'],
  })

/** `/v1/conversations`: the inbox. */
export function conversationRoutes(
  deps: ApiDeps,
  auth: MiddlewareHandler<ApiEnv>,
  write: MiddlewareHandler<ApiEnv>,
): ApiRouter {
  const router = createRouter()
  addList(router, deps, auth)
  addDetail(router, deps, auth)
  addConversationMerges(router, deps, auth, write)
  return router
}

function addList(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/conversations', tags, security: secured, middleware: [auth] as const },
    operationId: 'listConversations',
    summary: 'Conversations, newest message first',
    request: { query: listInput },
    responses: { 200: ok('A page of conversations', conversationListSchema), ...problems(400, 504) },
  })
  router.openapi(route, async (c) => {
    const { before, after, limit, ...filters } = c.req.valid('query')
    const { tenantId } = c.get('principal')
    const found = await deps.conversations.list(tenantId, filters, { before, after, limit })
    if (!found.ok) throw badCursor(before === undefined ? 'after' : 'before')
    return c.json({ data: found.data, page: { next: found.next, prev: found.prev } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{
      method: 'get',
      path: '/v1/conversations/{id}',
      tags,
      security: secured,
      middleware: [auth] as const,
    },
    operationId: 'getConversation',
    summary: 'One conversation',
    request: { params: z.strictObject({ id: uuidInput('Conversation') }), query: noQuery },
    responses: { 200: ok('The conversation', conversationSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const found = await deps.conversations.get(c.get('principal').tenantId, c.req.valid('param').id)
    if (found === undefined) throw notFound('conversation')
    return c.json(found, 200)
  })
}
