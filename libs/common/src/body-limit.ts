import type { MiddlewareHandler } from 'hono'
import { bodyLimit as honoBodyLimit } from 'hono/body-limit'
import { ProblemError } from './problem.ts'

/**
 * Refuses bodies over `maxBytes` with 413. A request that states its length is judged by its header alone: looking
 * at the body stream would cost every request the server's fast way of reading it.
 */
export const bodyLimit = (maxBytes: number): MiddlewareHandler => {
  const tooLarge = (): never => {
    throw new ProblemError(413, { detail: `the body is larger than ${maxBytes} bytes` })
  }
  const counting = honoBodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return async function bodyLimit(c, next) {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    const stated = c.req.header('content-length')
    if (stated === undefined || c.req.header('transfer-encoding') !== undefined) return counting(c, next)
    if (Number(stated) > maxBytes) return tooLarge()
    return next()
  }
}
