import { expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const nowMs = Date.parse('2026-11-30T12:00:00Z')
const read = (value: string | string[] | undefined) => parseRetryAfter(value, { nowMs, maxMs: 3_600_000 })

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['99999999999', 3_600_000],
  ['Mon, 30 Nov 2026 12:05:00 GMT', 300_000],
  ['Monday, 30-Nov-26 12:00:01 GMT', 1_000],
  ['Mon Nov 30 12:00:02 2026', 2_000],
  ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ['Tue, 30 Nov 2027 12:00:00 GMT', 3_600_000],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['Mon, 99 Nov', undefined],
  ['Mon, 99 Nov 2026 12:00:00 GMT', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %j ms', (value, expected) => {
  expect(read(value)).toBe(expected)
})

it('takes the first of several', () => {
  expect(read(['7', '9'])).toBe(7_000)
})
