import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { OmniError } from './errors.ts'

/** The body of an `application/problem+json` answer (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail?: string
  request_id?: string
  [extension: string]: unknown
}

export type ProblemOptions = {
  /** A URI reference; `about:blank` where the status says it all. */
  type?: string
  title?: string
  detail?: string
  extensions?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** Thrown by a handler to answer with exactly this problem; everything in it is meant for the caller's eyes. */
export class ProblemError extends Error {
  readonly status: number
  readonly options: ProblemOptions

  constructor(status: number, options: ProblemOptions = {}) {
    super(options.detail ?? options.title ?? titleOf(status), { cause: options.cause })
    this.name = 'ProblemError'
    this.status = status
    this.options = options
  }
}

export type ProblemAnswer = { status: number; body: Problem; headers: Record<string, string> }

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  411: 'Length required',
  412: 'Precondition failed',
  413: 'Payload too large',
  415: 'Unsupported media type',
  422: 'Validation failed',
  429: 'Too many requests',
  500: 'Internal error',
  501: 'Not implemented',
  503: 'Service unavailable',
  504: 'Gateway timeout',
}

function titleOf(status: number): string {
  return titles[status] ?? (status < 500 ? 'Request failed' : 'Internal error')
}

/**
 * Any thrown value as an answer. Only ProblemErrors, zod errors and 4xx HTTPExceptions speak to the caller; of
 * everything else the caller learns nothing but the request id. A retryable OmniError becomes 503 with Retry-After.
 */
export const toProblem = (error: unknown, requestId?: string): ProblemAnswer => {
  if (error instanceof ProblemError) return answer(error.status, error.options, requestId)
  if (error instanceof z.core.$ZodError) return validationProblem(error, requestId)
  if (error instanceof HTTPException) {
    const detail = error.status < 500 && error.message !== '' ? { detail: error.message } : {}
    return answer(error.status, detail, requestId)
  }
  if (error instanceof OmniError && error.retryable) {
    return answer(503, { headers: { 'retry-after': '1' }, extensions: { code: error.code } }, requestId)
  }
  return answer(500, {}, requestId)
}

/** 422 with every issue: a JSON pointer into the input and what is wrong there (RFC 9457, section 3, `errors`). */
export const validationProblem = (
  error: z.core.$ZodError,
  requestId?: string,
  status: 400 | 422 = 422,
): ProblemAnswer => {
  const errors = error.issues.map((issue) => ({
    pointer: issue.path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join(''),
    detail: issue.message,
    code: issue.code,
  }))
  return answer(
    status,
    { type: 'urn:omnistream:problem:validation', title: titleOf(422), extensions: { errors } },
    requestId,
  )
}

const answer = (status: number, options: ProblemOptions, requestId: string | undefined): ProblemAnswer => ({
  status,
  headers: { ...options.headers },
  body: {
    ...options.extensions,
    type: options.type ?? 'about:blank',
    title: options.title ?? titleOf(status),
    status,
    ...(options.detail === undefined ? {} : { detail: options.detail }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  },
})
