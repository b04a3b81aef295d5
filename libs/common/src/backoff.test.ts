import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

const policy = { baseMs: 100, maxMs: 5_000 }

it('doubles its ceiling with each attempt up to the maximum', () => {
  const ceilings = [0, 1, 2, 3, 4, 5, 6, 60, 5_000].map((attempt) =>
    backoffMs(attempt, policy, () => 0.999_999_9),
  )
  expect(ceilings).toEqual([99, 199, 399, 799, 1_599, 3_199, 4_999, 4_999, 4_999])
})

it('stays between nothing and the maximum, in whole milliseconds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 10_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, r) => {
        const ms = backoffMs(attempt, policy, () => r)
        return Number.isInteger(ms) && ms >= 0 && ms <= policy.maxMs
      },
    ),
  )
})
