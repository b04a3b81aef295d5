import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIntake, type Intake } from './intake.ts'

const turn = (): Promise<void> => new Promise(setImmediate)

async function takeAll(intake: Intake<number>, max: number, busyTurns: number): Promise<number[][]> {
  const batches: number[][] = []
  for (;;) {
    const batch = await intake.take((waiting) => waiting.splice(0, max))
    if (!batch) return batches
    batches.push(batch)
    for (let i = 0; i < busyTurns; i++) await turn()
  }
}

describe('createIntake', () => {
  it('gives every item to exactly one taker, whatever the bursts, takers and their speeds', async () => {
    const bursts = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 20 })
    const speeds = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(bursts, speeds, fc.integer({ min: 1, max: 4 }), async (counts, busy, max) => {
        const intake = createIntake<number>()
        const takers = busy.map((turns) => takeAll(intake, max, turns))
        let pushed = 0
        for (const count of counts) {
          for (let i = 0; i < count; i++) intake.push(pushed++)
          await turn()
        }
        // Enough turns for the slowest single taker: an item that lies here longer has been forgotten.
        for (let i = 0; i < 6 * (pushed + 2); i++) await turn()
        expect(intake.end()).toEqual([])
        const taken = (await Promise.all(takers)).flat(2)
        expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: pushed }, (_, index) => index))
      }),
      { numRuns: 60 },
    )
  })

  it('gives items that come together as one batch', async () => {
    const intake = createIntake<number>()
    const taking = intake.take((waiting) => waiting.splice(0))
    for (const item of [1, 2, 3]) intake.push(item)
    expect(await taking).toEqual([1, 2, 3])
  })

  it('returns what nobody took when it ends, and lets every taker go', async () => {
    const intake = createIntake<number>()
    const waiting = [1, 2].map(() => intake.take((all) => all.splice(0)))
    await turn()
    expect(intake.end()).toEqual([])
    expect(await Promise.all(waiting)).toEqual([undefined, undefined])

    const other = createIntake<number>()
    other.push(7)
    expect(other.end()).toEqual([7])
    expect(await other.take((all) => all)).toBeUndefined()
  })

  it('gives nothing to a taker that was woken just before the end', async () => {
    const intake = createIntake<number>()
    const taking = intake.take((all) => all.splice(0))
    await turn()
    intake.push(1)
    expect(intake.end()).toEqual([1])
    expect(await taking).toBeUndefined()
  })

  it('lets go a taker that has only begun when it ends', async () => {
    const intake = createIntake<number>()
    const taking = intake.take((all) => all.splice(0))
    expect(intake.end()).toEqual([])
    expect(await taking).toBeUndefined()
  })
})
