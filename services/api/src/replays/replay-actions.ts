import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@omnistream/common'
import type { MiddlewareHandler } from 'hono'
import type { ApiDeps } from '../deps.ts'
import type { ApiEnv } from '../http/env.ts'
import { noQuery, uuidInput } from '../http/inputs.ts'
import { notFound } from '../http/not-found.ts'
import { ok, problems, secured } from '../http/outputs.ts'
import type { ApiRouter } from '../http/router.ts'
import { replaySchema } from './replay-schema.ts'

const actions = [
  ['pause', 'Pause a run; its progress stays'],
  ['resume', 'Go on with a paused run'],
  ['cancel', 'End a run for good; what it has changed stays'],
] as const

/** `/v1/replays/{id}/pause|resume|cancel`. */
export function addReplayActions(router: ApiRouter, deps: ApiDeps, auth: MiddlewareHandler<ApiEnv>): void {
  for (const [action, summary] of actions) {
    const route = createRoute({
      method: 'post',
      path: `/v1/replays/{id}/${action}` as const,
      tags: ['Replays'],
      security: secured,
      middleware: [auth] as const,
      operationId: `${action}Replay`,
      summary,
      request: { params: z.strictObject({ id: uuidInput('Replay run') }), query: noQuery },
      responses: { 200: ok('The run as it is now', replaySchema), ...problems(400, 404, 409) },
    })
    router.openapi(route, async (c) => {
      const { id } = c.req.valid('param')
      const outcome = await deps.replays.act(c.get('principal').tenantId, id, action, deps.now())
      if (outcome.ok) return c.json(outcome.replay, 200)
      if (outcome.reason === 'not_found') throw notFound('replay')
      throw new ProblemError(409, {
        detail: `a run that is ${outcome.status} cannot be asked to ${action}`,
        extensions: { replay_status: outcome.status },
      })
    })
  }
}
