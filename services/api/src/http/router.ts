import { OpenAPIHono } from '@hono/zod-openapi'
import { ProblemError, toProblem } from '@omnistream/common'
import type { ApiEnv } from './env.ts'
import { inputErrors } from './input-errors.ts'
import { translateError } from './translate-error.ts'

export type ApiRouter = OpenAPIHono<ApiEnv>

/** A router whose refused inputs and failed stores become problem+json: 422 for a body, 400 for everything else. */
export function createRouter(): ApiRouter {
  const router: ApiRouter = new OpenAPIHono<ApiEnv>({
    defaultHook(result) {
      if (result.success) return
      const where = result.target === 'json' ? 'body' : result.target === 'param' ? 'path' : result.target
      const status = where === 'body' ? 422 : 400
      throw new ProblemError(status, {
        type: 'urn:omnistream:problem:validation',
        title: 'Validation failed',
        detail: `the ${where} of the request is not valid`,
        extensions: { in: where, errors: inputErrors(result.error, where) },
      })
    },
  })
  router.onError((error, c) => {
    const { status, body, headers } = toProblem(translateError(error), c.get('requestId'))
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, 'content-type': 'application/problem+json' },
    })
  })
  return router
}
