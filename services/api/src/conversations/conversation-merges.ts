import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { idOutput, ok, problems, secured, timeOutput } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'

const tags = ['Conversations']

type Auth = MiddlewareHandler<ApiEnv>

const conversationMergeSchema = z
  .object({
    id: idOutput,
    from: idOutput,
    into: idOutput,
    happened_at: timeOutput.openapi({ description: 'When the channel says that the group moved' }),
    merged_at: timeOutput,
    undone_at: timeOutput.nullable(),
    undone_by: z.string().nullable(),
  })
  .openapi('ConversationMerge')

export type ConversationMergeJson = z.infer<typeof conversationMergeSchema>

const conversationMergeListSchema = z
  .object({ data: z.array(conversationMergeSchema) })
  .openapi('ConversationMergeList')

/** Groups that went on under another id. */
export function addConversationMerges(router: ApiRouter, deps: ApiDeps, read: Auth, write: Auth): void {
  addList(router, deps, read)
  addUndo(router, deps, write)
}

function addList(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{
      method: 'get',
      path: '/v1/conversations/{id}/merges',
      tags,
      security: secured,
      middleware: [auth] as const,
    },
    operationId: 'listConversationMerges',
    summary: 'The moves of a group that the conversation was part of, newest first, the newest 100',
    request: { params: z.strictObject({ id: uuidInput('Conversation') }), query: noQuery },
    responses: { 200: ok('The merges', conversationMergeListSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const { id } = c.req.valid('param')
    if ((await deps.conversations.get(tenantId, id)) === undefined) throw notFound('conversation')
    return c.json({ data: await deps.conversations.merges(tenantId, id) }, 200)
  })
}

function addUndo(router: ApiRouter, deps: ApiDeps, auth: Auth): void {
  const route = createRoute({
    ...{
      method: 'post',
      path: '/v1/conversations/merges/{id}/undo',
      tags,
      security: secured,
      middleware: [auth] as const,
    },
    operationId: 'undoConversationMerge',
    summary: 'Take a group out of the one that it went on as, for good; its messages follow',
    request: { params: z.strictObject({ id: uuidInput('Merge') }), query: noQuery },
    responses: { 200: ok('The merge as it is now', conversationMergeSchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const { tenantId, keyId } = c.get('principal')
    const change = { undoneBy: `api-key:${keyId}`, now: deps.now() }
    const merge = await deps.conversations.undoMerge(tenantId, c.req.valid('param').id, change)
    if (merge === undefined) throw notFound('merge')
    return c.json(merge, 200)
  })
}
