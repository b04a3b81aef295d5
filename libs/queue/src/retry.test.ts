import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delayAfter, delayOf, RETRY } from './retry.ts'

const most = () => 0.999_999_999_999
const least = () => 0

describe('RETRY', () => {
  it('makes ten tries within a day, four times as far apart each time and six hours at most', () => {
    const ceilings = Array.from({ length: RETRY.attempts - 1 }, (_, n) => delayOf(n + 1, most) + 1)
    expect(ceilings.map((ms) => ms / 1_000)).toEqual([5, 20, 80, 320, 1_280, 5_120, 20_480, 21_600, 21_600])
    expect(ceilings.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(24 * 60 * 60 * 1_000)
  })

  it('has full jitter: any time from none to the ceiling', () => {
    expect(delayOf(5, least)).toBe(0)
    expect(delayOf(5, () => 0.5)).toBe(640_000)
  })
})

describe('delayAfter', () => {
  it.each([
    [undefined, 0],
    [0, 0],
    [-5, 0],
    [Number.NaN, 0],
    [1_500.2, 1_501],
    [Number.POSITIVE_INFINITY, RETRY.capMs],
  ])('waits for a Retry-After of %s ms at least %i ms', (asked, wanted) => {
    expect(delayAfter(1, asked, least)).toBe(wanted)
  })

  it('is whole, never before the own delay or the one asked for, and never beyond the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ noNaN: true }),
        fc.nat(99),
        (attempt, asked, r) => {
          const random = () => r / 100
          const ms = delayAfter(attempt, asked, random)
          const bound = asked > 0 ? Math.min(asked, RETRY.capMs) : 0
          return Number.isInteger(ms) && ms >= delayOf(attempt, random) && ms >= bound && ms <= RETRY.capMs
        },
      ),
    )
  })
})
