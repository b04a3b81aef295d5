import { createBatcher, waitFor } from '@omnistream/common'
import { expect } from 'vitest'
import { startHangingConsumer } from '../testing/start-hanging-consumer.ts'
import { createTruth, type Truth } from '../testing/truth.ts'
import type { QueueHarness, SetupQueue } from './harness.ts'
import { calm, emptied, idsOf, noting, numbered } from './tools.ts'
import { withHarness } from './with-harness.ts'

const jobs = 10_000
const workers = 3
const crashes = 8

type Worker = { crash(): void; ended: Promise<void> }

/**
 * Delivers and records. What a crash leaves of it is what a killed process leaves: its connections break in the middle
 * of whatever it does, and it does nothing any more.
 */
async function startWorker(own: QueueHarness, truth: Truth): Promise<Worker> {
  const { queue, die } = await own.openMortal()
  let dead = false
  const records = createBatcher<string>({
    ...{ maxItems: 200, maxBytes: 200, maxPendingItems: 1_000, maxPendingBytes: 1_000, concurrency: 1 },
    flush: async (ids) => {
      if (dead) throw new Error('dead')
      await truth.record(ids)
      return undefined
    },
  })
  const ended = queue.consume(
    async ({ job }) => {
      await records.add(job.id, 1)
      return dead ? await new Promise(() => {}) : { kind: 'done' }
    },
    { ...calm, concurrency: 100, leaseMs: 4_000, policy: { attempts: 99, baseMs: 1, factor: 1, capMs: 1 } },
  )
  return {
    ended,
    crash() {
      dead = true
      die()
    },
  }
}

export function crashCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('a process killed between claim and settlement gives back what it had, counted as an attempt', async (own) => {
    const leaseMs = 2_000
    await own.add(numbered(6))
    const victim = startHangingConsumer(own.address, 4, leaseMs)
    try {
      await waitFor(() => victim.taken.length >= 4, { deadlineMs: 40_000, describe: 'four jobs in hand' })
    } finally {
      await victim.kill()
    }
    const killedAt = performance.now()
    const queue = own.open()
    const { seen, handler } = noting()
    const running = queue.consume(handler, { ...calm, leaseMs })
    await emptied(own)
    expect(performance.now() - killedAt).toBeLessThan(2 * leaseMs + 4_000)
    await queue.close()
    await running
    expect(idsOf(seen)).toEqual(idsOf(numbered(6)))
    const again = seen.filter(({ attempt }) => attempt > 1)
    expect(idsOf(again)).toEqual([...new Set(victim.taken)].toSorted())
  })

  test('10,000 jobs with workers crashing at random are each delivered at least once and recorded exactly once', async (own) => {
    const truth = await createTruth(jobs)
    const ids = await truth.ids()
    await own.add(ids.map((id, n) => ({ id, group: `g${n % 50}` })))
    const running = await Promise.all(Array.from({ length: workers }, () => startWorker(own, truth)))
    let crashed = 0
    let seenAt = 0
    const underFire = async () => {
      const now = await truth.counts()
      // A crash for each share of the work, at whatever the victim is just doing.
      if (crashed < crashes && now.recorded - seenAt > jobs / (crashes + 3)) {
        seenAt = now.recorded
        const place = crashed++ % workers
        running[place]?.crash()
        running[place] = await startWorker(own, truth)
      }
      return now.recorded === jobs && now
    }
    try {
      const counts = await waitFor(underFire, {
        ...{ deadlineMs: 120_000, intervalMs: 30 },
        describe: () => `10,000 records, ${seenAt} at the last of ${crashed} crashes`,
      })
      await emptied(own, 30_000)
      expect(crashed).toBe(crashes)
      expect(counts).toMatchObject({ recorded: jobs, mostRecorded: 1 })
      expect((await truth.counts()).delivered).toBeGreaterThan(jobs)
    } finally {
      for (const worker of running) worker.crash()
      await truth.remove()
    }
  }, 180_000)
}
