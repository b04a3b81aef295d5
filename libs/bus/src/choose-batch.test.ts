import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseBatch } from './choose-batch.ts'

const message = fc
  .record({ id: fc.integer(), redeliveryCount: fc.integer({ min: 1, max: 4 }) })
  .map(({ id, redeliveryCount }) => ({ id, info: { redeliveryCount } }))
const returned = (item: { info: { redeliveryCount: number } }): boolean => item.info.redeliveryCount > 1

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

  it('never puts one that came back together with another', () => {
    fc.assert(
      fc.property(cases, ([all, max]) => {
        const waiting = [...all]
        while (waiting.length > 0) {
          const batch = chooseBatch(waiting, max)
          if (batch.some(returned)) expect(batch).toHaveLength(1)
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
          next === undefined || batch.length === max || returned(next) || batch.some((item) => returned(item))
        expect(mustEnd).toBe(true)
      }),
    )
  })
})
