import { silentLogger, sleep } from '@omnistream/common'
import { expect } from 'vitest'
import { runDispatcher } from '../dispatcher.ts'
import { createTruth } from '../testing/truth.ts'
import type { SetupQueue } from './harness.ts'
import { calm, until } from './tools.ts'
import { withHarness } from './with-harness.ts'

export function lossCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('emptying all the driver has in mid-flight, twice, costs a delay and nothing else', async (own) => {
    const queue = own.open()
    // Where the rows are the queue, to lose them is to lose the truth: there is nothing apart from them to empty.
    if (own.empty === undefined) {
      expect(queue.feeding).toBe('none')
      return
    }
    const truth = await createTruth(300)
    const stop = new AbortController()
    const dispatcher = runDispatcher(
      { source: truth.outbox(1_000), queue, intervalMs: 50, batchMax: 120, logger: silentLogger() },
      stop.signal,
    )
    let tries = 0
    const running = queue.consume(
      async ({ job }) => {
        tries += 1
        await sleep(20)
        await truth.record([job.id])
        return { kind: 'done' }
      },
      { ...calm, leaseMs: 5_000 },
    )
    try {
      for (const share of [60, 160]) {
        await until(() => tries >= share, `${share} tries`)
        await own.empty()
      }
      await until(async () => (await truth.counts()).recorded === 300, 'all of the truth', 30_000)
    } finally {
      stop.abort()
      await dispatcher
      await queue.close()
      await running
    }
    expect(await truth.counts()).toMatchObject({ recorded: 300, mostRecorded: 1 })
    await truth.remove()
  })
}
