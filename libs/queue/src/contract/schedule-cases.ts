import { expect } from 'vitest'
import type { Verdict } from '../job.ts'
import { delayOf } from '../retry.ts'
import type { QueueHarness, SetupQueue } from './harness.ts'
import { calm, emptied } from './tools.ts'
import { withHarness } from './with-harness.ts'

const policy = { attempts: 5, baseMs: 300, factor: 2, capMs: 1_000 }
/** What a poll, two trips to the server and a busy machine may add. */
const slackMs = 1_500

async function startTimes(
  own: QueueHarness,
  random: () => number,
  verdictOf: (attempt: number) => Verdict,
): Promise<number[]> {
  const queue = own.open({ random })
  await own.add([{ id: 'a', group: 'g' }])
  const times: number[] = []
  const running = queue.consume(
    async ({ job }) => {
      times.push(Date.now())
      return verdictOf(job.attempt)
    },
    { ...calm, policy },
  )
  await emptied(own)
  await queue.close()
  await running
  return times
}

const gaps = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0))

export function scheduleCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('the pauses between tries are those of the policy, up to its cap and its number of tries', async (own) => {
    const random = () => 0.8
    const measured = gaps(await startTimes(own, random, () => ({ kind: 'retry' })))
    const wanted = [1, 2, 3, 4].map((attempt) => delayOf(attempt, random, policy))
    expect(wanted).toEqual([240, 480, 800, 800])
    expect(measured).toHaveLength(4)
    for (const [index, gap] of measured.entries()) {
      expect(gap).toBeGreaterThanOrEqual((wanted[index] ?? 0) - 2)
      expect(gap).toBeLessThan((wanted[index] ?? 0) + slackMs)
    }
  })

  test('a Retry-After puts the next try off, but not beyond the cap', async (own) => {
    const asked = [300, 60_000]
    const measured = gaps(
      await startTimes(
        own,
        () => 0,
        (attempt) => (attempt <= 2 ? { kind: 'retry', afterMs: asked[attempt - 1] ?? 0 } : { kind: 'done' }),
      ),
    )
    for (const [index, wanted] of [300, policy.capMs].entries()) {
      expect(measured[index]).toBeGreaterThanOrEqual(wanted - 2)
      expect(measured[index]).toBeLessThan(wanted + slackMs)
    }
  })

  test('a time that the handler has written into its row is kept exactly', async (own) => {
    let at = 0
    const times = await startTimes(
      own,
      () => 0.9,
      (attempt) => {
        if (attempt > 1) return { kind: 'done' }
        at = Date.now() + 250
        return { kind: 'retry', at: new Date(at) }
      },
    )
    expect(times[1]).toBeGreaterThanOrEqual(at - 2)
    expect(times[1]).toBeLessThan(at + slackMs)
  })
}
