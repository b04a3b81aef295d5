import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import { badCursor } from '../http/bad-cursor.ts'
import type { ApiEnv } from '../http/env.ts'
import { uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { runFind } from '../http/run-find.ts'
import { reportInput } from './replay-inputs.ts'
import { replayReportSchema } from './replay-schema.ts'
import { resultJson } from './report-json.ts'
import { reportQuery } from './report-query.ts'

/** `/v1/replays/{id}/report`: what each replayed webhook came to. */
export function addReplayReport(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'get',
    path: '/v1/replays/{id}/report',
    tags: ['Replays'],
    security: secured,
    middleware: [auth] as const,
    operationId: 'getReplayReport',
    summary: 'What a run found, webhook by webhook',
    request: { params: z.strictObject({ id: uuidInput('Replay run') }), query: reportInput },
    responses: { 200: ok('A page of the report', replayReportSchema), ...problems(400, 404, 504) },
  })
  router.openapi(route, async (c) => {
    const { tenantId } = c.get('principal')
    const replay = await deps.replays.get(tenantId, c.req.valid('param').id)
    if (replay === undefined) throw notFound('replay')
    const { outcome, cursor, limit } = c.req.valid('query')
    const afterId = cursor === undefined ? undefined : readCursor(cursor, replay.id)
    const spec = reportQuery(deps.uuids, tenantId, replay.id, { outcome, afterId, limit })
    const found = await runFind(deps.collections.replayResults, spec, deps.queryBudgetMs)
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const next =
      found.length > limit && last !== undefined ? Buffer.from(last._id).toString('base64url') : null
    return c.json({ data: rows.map((row) => resultJson(row, deps.uuids, outcome)), page: { next } }, 200)
  })
}

/** A row's id is `<run id>:<audit id>`: a cursor of another run is refused. */
function readCursor(cursor: string, runId: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!id.startsWith(`${runId}:`) || !/^[0-9a-f:-]+$/.test(id)) throw badCursor('cursor')
  return id
}
