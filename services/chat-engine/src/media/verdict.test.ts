import type { DownloadOutcome } from '@omnistream/delivery'
import { describe, expect, it } from 'vitest'
import { finalVerdict, judgeFailure } from './verdict.ts'

const answered = (status: number, retryable = false): Exclude<DownloadOutcome, { kind: 'downloaded' }> => ({
  ...{ kind: 'failed', code: 'http_status', error: `HTTP ${status}`, retryable, status },
})

describe('an answer', () => {
  it.each([
    [404, true, 'expired'],
    [410, false, 'expired'],
    [403, false, 'expired'],
    [403, true, 'wait'],
    [401, true, 'wait'],
    [401, false, 'wait'],
    [400, true, 'failed'],
  ])('%i, asked with a token: %s, makes a medium %s', (status, withToken, kind) => {
    expect(judgeFailure(answered(status), withToken).kind).toBe(kind)
  })

  it('that may be better later is tried again when the provider says', () => {
    const busy = { ...answered(429, true), retryAfterMs: 7_000 }
    expect(judgeFailure(busy, false)).toEqual({ kind: 'retry', error: 'HTTP 429', afterMs: 7_000 })
  })
})

it('a medium whose worker is stopped is given back at once', () => {
  const stopped = { kind: 'failed', code: 'stopped', error: 'x', retryable: true } as const
  expect(judgeFailure(stopped, false)).toEqual({ kind: 'release', afterMs: 0 })
})

it('what the guard forbids, or the limits do not take, has failed', () => {
  expect(judgeFailure({ kind: 'blocked', reason: 'loopback', error: 'loopback' }, false)).toEqual({
    ...{ kind: 'failed', error: 'not called: loopback' },
  })
  expect(judgeFailure({ kind: 'refused', code: 'too_large', error: 'large' }, true).kind).toBe('failed')
})

describe('the final word', () => {
  const now = new Date('2026-09-01T00:00:00Z')
  const medium = { attempts: 3, createdAt: now, expiresAt: undefined }
  const limits = { attemptsMax: 10, now }
  const retry = { kind: 'retry', error: 'HTTP 503' } as const

  it('is another try until the last one, or until its time is over', () => {
    expect(finalVerdict(retry, medium, limits)).toBe(retry)
    expect(finalVerdict(retry, { ...medium, attempts: 10 }, limits).kind).toBe('failed')
    expect(finalVerdict(retry, { ...medium, expiresAt: now }, limits).kind).toBe('expired')
  })

  it('is patience for a month where a person has to act', () => {
    const wait = { kind: 'wait', error: 'no token' } as const
    expect(finalVerdict(wait, { ...medium, attempts: 99 }, limits)).toBe(wait)
    expect(finalVerdict(wait, { ...medium, createdAt: new Date('2026-08-01') }, limits).kind).toBe('failed')
  })
})
