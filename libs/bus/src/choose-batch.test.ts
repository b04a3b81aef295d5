import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseBatch, isSuspect } from './choose-batch.ts'

const message = fc
  .record({ id: fc.integer(), redeliveryCount: fc.integer({ min: 1, max: 5 }) })
  .map(({ id, redeliveryCount }) => ({ id, info: { redeliveryCount } }))

describe('chooseBatch', () => {
  const cases = fc.tuple(fc.array(message, { minLength: 1 }), fc.integer({ min: 1, max: 10 }))

  it('takes at least one and at most as many as allowed, in their order, and leaves the rest as it was', () => {
    fc.assert(
      fc.property(cases, ([all, max]) => {
        const waiting = [...all]
        const batch = chooseBatch(waiting, max)
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length).toBeLessThanOrEqual(max)
        expect([...batch, ...waiting]).toEqual(all)
      }),
    )
  })

  it('never puts a suspect together with another', () => {
    fc.assert(
      fc.property(cases, ([all, max]) => {
        const waiting = [...all]
        while (waiting.length > 0) {
          const batch = chooseBatch(waiting, max)
          if (batch.some(isSuspect)) expect(batch).toHaveLength(1)
        }
      }),
    )
  })

  it('makes no batch smaller than it must be', () => {
    fc.assert(
      fc.property(cases, ([all, max]) => {
        const waiting = [...all]
        const batch = chooseBatch(waiting, max)
        const [next] = waiting
        const mustEnd =
          next === undefined ||
          batch.length === max ||
          isSuspect(next) ||
          batch.some((item) => isSuspect(item))
        expect(mustEnd).toBe(true)
      }),
    )
  })
})
