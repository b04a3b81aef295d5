import { waitFor } from '@omnistream/common'
import { expect } from 'vitest'
import { startConsumerProcess } from '../testing/start-consumer-process.ts'
import { createTruth } from '../testing/truth.ts'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, idsOf, noting, numbered } from './tools.ts'
import { withHarness } from './with-harness.ts'

const jobs = 10_000
const processes = 3
const kills = 6

export function crashCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('a process killed between claim and settlement gives back what it had, counted as an attempt', async (own) => {
    const leaseMs = 1_000
    await own.add(numbered(6))
    const victim = startConsumerProcess({ address: own.address, mode: 'hang', concurrency: 4, leaseMs })
    await waitFor(() => victim.lines.length >= 4, { deadlineMs: 15_000, describe: 'four jobs in hand' })
    await victim.kill()
    const killedAt = performance.now()
    const queue = own.open()
    const { seen, handler } = noting()
    const running = queue.consume(handler, { ...calm, leaseMs })
    await emptied(own)
    expect(performance.now() - killedAt).toBeLessThan(leaseMs + 4_000)
    await queue.close()
    await running
    expect(idsOf(seen)).toEqual(idsOf(numbered(6)))
    const second = seen.filter(({ attempt }) => attempt === 2)
    expect(idsOf(second)).toEqual(victim.lines.toSorted())
  })

  test('10,000 jobs with processes killed at random are each delivered at least once and recorded exactly once', async (own) => {
    const truth = await createTruth(jobs)
    const deliver = { address: own.address, mode: 'deliver', concurrency: 200, leaseMs: 1_500 } as const
    const start = () => startConsumerProcess({ ...deliver, truth: truth.address })
    const ids = await truth.ids()
    await own.add(ids.map((id, n) => ({ id, group: `g${n % 50}` })))
    const running = Array.from({ length: processes }, start)
    let killed = 0
    let seenAt = 0
    const underFire = async () => {
      const now = await truth.counts()
      // A kill for each share of the work, at whatever the victim is just doing.
      if (killed < kills && now.recorded - seenAt > jobs / (kills + 2)) {
        seenAt = now.recorded
        const place = killed++ % processes
        await running[place]?.kill()
        running[place] = start()
      }
      return now.recorded === jobs && now
    }
    try {
      const counts = await waitFor(underFire, {
        ...{ deadlineMs: 120_000, intervalMs: 30 },
        describe: () => `10,000 records, ${seenAt} at the last of ${killed} kills`,
      })
      await emptied(own, 30_000)
      expect(killed).toBe(kills)
      expect(counts).toMatchObject({ recorded: jobs, mostRecorded: 1 })
      expect(counts.delivered).toBeGreaterThanOrEqual(jobs)
    } finally {
      await Promise.all(running.map((one) => one.kill()))
      await truth.remove()
    }
  }, 180_000)
}
