import { createRoute, z } from '@hono/zod-openapi'
import { messageJson } from '@omnistream/views'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { limitInput, noQuery, placeInput, uuidInput } from '../http/inputs.ts'
import { toPage } from '../http/keyset.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { runFind } from '../http/run-find.ts'
import { conversationMessagesQuery, messageQuery } from './message-queries.ts'
import { messageListSchema, messageSchema } from './message-schema.ts'
import { shownMessages } from './shown-messages.ts'

const tags = ['Messages']

const listInput = z
  .strictObject({
    before: placeInput('messages', '`page.next` of another page: what is older').optional(),
    after: placeInput('messages', '`page.prev` of another page: what is newer').optional(),
    limit: limitInput(50, 100),
  })
  .refine((input) => input.before === undefined || input.after === undefined, {
    error: 'give before or after, not both',
    path: ['after'],
  })

/** `/v1/messages/{id}` and the messages of a conversation. */
export function messageRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  addConversationMessages(router, deps, auth)
  addMessage(router, deps, auth)
  return router
}

function addConversationMessages(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{
      method: 'get',
      path: '/v1/conversations/{id}/messages',
      tags,
      security: secured,
      middleware: [auth] as const,
    },
    operationId: 'listConversationMessages',
    summary: 'The messages of a conversation, newest first',
    request: { params: z.strictObject({ id: uuidInput('Conversation') }), query: listInput },
    responses: { 200: ok('A page of messages', messageListSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const conversation = await deps.conversations.get(tenantId, c.req.valid('param').id)
    if (conversation === undefined) throw notFound('conversation')
    const window = c.req.valid('query')
    // The messages of a merged conversation have moved to the one it went into.
    const conversationId = conversation.merged_into ?? conversation.id
    const spec = conversationMessagesQuery(deps.uuids, tenantId, conversationId, window)
    const found = await runFind(deps.collections.messages, spec, deps.queryBudgetMs)
    const { rows, next, prev } = toPage('messages', window, found, (row) => row.created_at ?? row.updated_at)
    const shown = await shownMessages(rows, tenantId, deps, deps.queryBudgetMs)
    return c.json({ data: shown.map((row) => messageJson(row, deps.uuids)), page: { next, prev } }, 200)
  })
}

function addMessage(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/messages/{id}', tags, security: secured, middleware: [auth] as const },
    operationId: 'getMessage',
    summary: 'One message',
    request: { params: z.strictObject({ id: uuidInput('Message') }), query: noQuery },
    responses: { 200: ok('The message', messageSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const spec = messageQuery(deps.uuids, tenantId, c.req.valid('param').id)
    const [row] = await runFind(deps.collections.messages, spec, deps.queryBudgetMs)
    if (row === undefined) throw notFound('message')
    const [shown = row] = await shownMessages([row], tenantId, deps, deps.queryBudgetMs)
    return c.json(messageJson(shown, deps.uuids), 200)
  })
}
