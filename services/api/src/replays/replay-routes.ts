import { createRoute, z } from '@hono/zod-openapi'
import { uuidToBinary } from '@omnistream/mongo/uuid'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { encodeCursor } from '../http/cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import { type ApiRouter, createRouter } from '../http/router.ts'
import { addReplayActions } from './replay-actions.ts'
import { createReplayInput, listReplaysInput } from './replay-inputs.ts'
import { addReplayReport } from './replay-report.ts'
import { type ReplayJson, replayListSchema, replaySchema } from './replay-schema.ts'

const tags = ['Replays']

/** `/v1/replays`: passes of stored webhooks through the current parser. */
export function replayRoutes(deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): ApiRouter {
  const router = createRouter()
  addCreate(router, deps, auth)
  addList(router, deps, auth)
  addDetail(router, deps, auth)
  addReplayReport(router, deps, auth)
  addReplayActions(router, deps, auth)
  return router
}

function addCreate(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'post', path: '/v1/replays', tags, security: secured, middleware: [auth] as const },
    operationId: 'createReplay',
    summary: 'Replay stored webhooks',
    request: {
      query: noQuery,
      body: { required: true, content: { 'application/json': { schema: createReplayInput } } },
    },
    responses: { 201: ok('The run, waiting to be picked up', replaySchema), ...problems(400, 404, 422) },
  })
  router.openapi(route, async (c) => {
    const { filter, dry_run, side_effects, rate_per_second } = c.req.valid('json')
    const { tenantId, keyId } = c.get('principal')
    const { account } = filter
    if (account !== undefined && (await deps.channelOfAccount(tenantId, account)) === undefined) {
      throw notFound('account')
    }
    const replay = await deps.replays.create(tenantId, {
      filter,
      dryRun: dry_run,
      sideEffects: side_effects,
      ratePerSecond: rate_per_second,
      createdBy: `api-key:${keyId}`,
      now: deps.now(),
    })
    c.header('location', `/v1/replays/${replay.id}`)
    return c.json(replay, 201)
  })
}

function addList(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/replays', tags, security: secured, middleware: [auth] as const },
    operationId: 'listReplays',
    summary: 'Replay runs, newest first',
    request: { query: listReplaysInput },
    responses: { 200: ok('A page of runs', replayListSchema), ...problems(400) },
  })
  router.openapi(route, async (c) => {
    const { before, limit } = c.req.valid('query')
    const place = before === undefined ? undefined : { createdAt: before.at, id: deps.uuids.read(before.id) }
    const found = await deps.replays.list(c.get('principal').tenantId, place, limit + 1)
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const next = found.length > limit && last !== undefined ? cursorOf(last) : null
    return c.json({ data, page: { next } }, 200)
  })
}

function addDetail(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    ...{ method: 'get', path: '/v1/replays/{id}', tags, security: secured, middleware: [auth] as const },
    operationId: 'getReplay',
    summary: 'One run with its progress',
    request: { params: z.strictObject({ id: uuidInput('Replay run') }), query: noQuery },
    responses: { 200: ok('The run', replaySchema), ...problems(400, 404) },
  })
  router.openapi(route, async (c) => {
    const replay = await deps.replays.get(c.get('principal').tenantId, c.req.valid('param').id)
    if (replay === undefined) throw notFound('replay')
    return c.json(replay, 200)
  })
}

function cursorOf(replay: ReplayJson): string {
  return encodeCursor('replays', [{ at: new Date(replay.created_at), id: uuidToBinary(replay.id) }])
}
