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
import { messageJson, webhookMessageDetailSchema, webhookMessageListSchema } from './delivery-schema.ts'
import { forwardError, isForward, messageIdInput, pageInput, rangeInput } from './webhook-inputs.ts'

type Auth = MiddlewareHandler<ApiEnv>

const base = '/v1/webhooks/messages'
const shared = { method: 'get' as const, tags: ['Webhooks'], security: secured }

/** `/v1/webhooks/messages`: what was sent, once for all endpoints. */
export function addMessages(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  addList(router, deps, auth)
  addDetail(router, deps, auth)
}

function addList(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, path: base, middleware: [auth] as const },
    operationId: 'listWebhookMessages',
    summary: 'Messages, newest first, without what they say',
    request: { query: z.strictObject({ ...rangeInput, ...pageInput }).refine(isForward, forwardError) },
    responses: { 200: ok('A page of messages', webhookMessageListSchema), ...problems(400) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const found = await deps.webhooks.messages.list(given({ tenantId, ...c.req.valid('query') }))
    if (!found.ok) throw badCursor('cursor')
    return c.json({ data: found.items.map(messageJson), page: { next: found.next } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{ ...shared, path: `${base}/{id}` as const, middleware: [auth] as const },
    operationId: 'getWebhookMessage',
    summary: 'One message with what it says',
    request: { params: z.strictObject({ id: messageIdInput }), query: noQuery },
    responses: { 200: ok('The message', webhookMessageDetailSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const message = await deps.webhooks.messages.get({ tenantId, id: c.req.valid('param').id })
    if (message === undefined) throw notFound('message')
    const answer = c.json({ ...messageJson(message), payload: null }, 200)
    return withRawPayload(answer, messageJson(message), message.payloadJson)
  })
}

/** The payload goes out as the text it is stored as: parsed and written anew, great numbers would lose digits. */
function withRawPayload<Answer extends Response>(
  answer: Answer,
  fields: object,
  payloadJson: string,
): Answer {
  const body = `${JSON.stringify(fields).slice(0, -1)},"payload":${payloadJson}}`
  return new Response(body, answer) as Answer
}
