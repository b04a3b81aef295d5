import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OmniError } from './errors.ts'
import { ProblemError, toProblem, validationProblem } from './problem.ts'

describe('toProblem', () => {
  it('tells nothing of an unknown error but the request id', () => {
    const answer = toProblem(new Error('duplicate key (email)=(a@b.example)'), 'r-1')
    expect(answer).toEqual({
      status: 500,
      headers: {},
      body: { type: 'about:blank', title: 'Internal error', status: 500, request_id: 'r-1' },
    })
  })

  it.each([undefined, null, 'text', 7, { message: 'x' }])('answers 500 for the thrown value %j', (thrown) => {
    expect(toProblem(thrown).status).toBe(500)
  })

  it('says what a ProblemError says', () => {
    const error = new ProblemError(409, {
      type: 'urn:omnistream:problem:taken',
      detail: 'taken',
      extensions: { account: 'a', status: 200 },
      headers: { 'x-a': 'b' },
    })
    expect(toProblem(error, 'r')).toEqual({
      status: 409,
      headers: { 'x-a': 'b' },
      body: {
        type: 'urn:omnistream:problem:taken',
        title: 'Conflict',
        status: 409,
        detail: 'taken',
        account: 'a',
        request_id: 'r',
      },
    })
  })

  it('lists every issue of a zod error with its place', () => {
    const parsed = z
      .object({ a: z.string(), b: z.array(z.object({ 'x/y': z.number() })) })
      .safeParse({ b: [{}] })
    const answer = toProblem(parsed.error, 'r')
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ pointer: '/a' }, { pointer: '/b/0/x~1y' }])
  })

  it('answers 400 for bad parameters when asked to', () => {
    const parsed = z.string().safeParse(1)
    if (parsed.success) throw new Error('must fail')
    expect(validationProblem(parsed.error, 'r', 400)).toMatchObject({ status: 400, body: { status: 400 } })
  })

  it('maps a retryable failure to 503 with Retry-After and its code alone', () => {
    const answer = toProblem(new OmniError('STORE_AWAY', 'db at 10.0.0.3 is away', { retryable: true }))
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'STORE_AWAY' },
    })
    expect(JSON.stringify(answer)).not.toContain('10.0.0.3')
  })

  it('passes on what the framework says of a bad request, but not of its own failure', () => {
    expect(toProblem(new HTTPException(400, { message: 'Malformed JSON' })).body.detail).toBe(
      'Malformed JSON',
    )
    expect(toProblem(new HTTPException(500, { message: 'secret' })).body.detail).toBeUndefined()
  })
})
