import type { Outcome } from '@omnistream/delivery'
import { describe, expect, it } from 'vitest'
import { envelope } from './envelope.ts'
import { type Judging, resultOf, resultWithoutRequest } from './result.ts'
import type { Task } from './task.ts'

const judging: Judging = {
  policy: { attempts: 3, baseMs: 1_000, factor: 2, capMs: 60_000 },
  random: () => 0.5,
}
const task = (change: Partial<Task> = {}): Task => ({
  ...{
    id: 'dlv_1',
    lease: 'l',
    attempt: 1,
    endpointId: 'ep_1',
    tenantId: 't',
    url: 'https://hooks.example.com',
  },
  ...{
    disabled: false,
    disabledReason: null,
    paused: false,
    rateLimit: null,
    secrets: [],
    messageId: 'msg_1',
  },
  ...{ eventType: 'a', sentAt: new Date('2026-01-01T00:00:00Z'), payload: '{}' },
  ...change,
})
const retryable = (change: Partial<Extract<Outcome, { kind: 'retryable' }>> = {}): Outcome => ({
  ...{
    kind: 'retryable',
    code: 'http_status',
    error: 'HTTP 500',
    status: 500,
    responseBody: 'x',
    durationMs: 5,
  },
  ...change,
})

describe('after a request', () => {
  it.each([
    [{ kind: 'delivered', status: 201, responseBody: 'ok', durationMs: 5 }, 'succeeded', 'ok', 0],
    [retryable(), 'pending', 'failed', 500],
    [retryable({ retryAfterMs: 30_000 }), 'pending', 'failed', 30_000],
    [retryable({ retryAfterMs: 90_000_000 }), 'pending', 'failed', 60_000],
    [{ kind: 'blocked', reason: 'private', error: 'private', durationMs: 0 }, 'pending', 'failed', 500],
    [
      { kind: 'permanent', code: 'invalid_request', error: 'x', gone: false, durationMs: 0 },
      'failed',
      'failed',
      0,
    ],
    [
      { kind: 'permanent', code: 'gone', error: 'x', gone: true, status: 410, durationMs: 0 },
      'failed',
      'gone',
      0,
    ],
  ] as [Outcome, string, string, number][])('%j is %s', (outcome, status, health, delayMs) => {
    const result = resultOf(task(), outcome, judging)
    expect(result).toMatchObject({ status, health, delayMs, refund: false, hold: false })
    expect(result.attempt).toMatchObject({ durationMs: outcome.durationMs })
  })

  it('the last attempt is the end', () => {
    expect(resultOf(task({ attempt: 3 }), retryable(), judging)).toMatchObject({
      status: 'failed',
      error: 'HTTP 500',
    })
  })

  it('what this process is to blame for costs no attempt and says nothing of the endpoint', () => {
    const free = { status: 'pending', refund: true, health: null }
    const last = task({ attempt: 3 })
    expect(resultOf(last, retryable({ code: 'stopped' }), judging)).toMatchObject({ ...free, delayMs: 0 })
    expect(resultOf(last, retryable({ code: 'no_connection' }), judging)).toMatchObject({
      ...free,
      attempt: null,
    })
  })
})

describe('without a request', () => {
  it.each([
    [{ disabled: true, disabledReason: 'closed', paused: true }, 0, { status: 'failed', hold: false }],
    [{ paused: true, attempt: 4 }, 0, { status: 'pending', hold: true, refund: true }],
    [{ attempt: 4 }, 0, { status: 'failed', error: 'Every attempt ended without a result', attempt: null }],
    [{}, 250, { status: 'pending', delayMs: 250, refund: true, hold: false }],
  ] as const)('%j, to wait %i ms, is %j', (change, waitMs, expected) => {
    expect(resultWithoutRequest(task(change), waitMs, judging)).toMatchObject(expected)
  })

  it('nothing stands in the way of the last attempt', () => {
    expect(resultWithoutRequest(task({ attempt: 3 }), 0, judging)).toBeUndefined()
  })
})

it('the envelope carries the stored text as it is', () => {
  const payload = '{"n": 1.10, "big": 12345678901234567890}'
  expect(envelope({ eventType: 'a.b', sentAt: new Date(0), payload }).toString()).toBe(
    `{"type":"a.b","timestamp":"1970-01-01T00:00:00.000Z","data":${payload}}`,
  )
})
