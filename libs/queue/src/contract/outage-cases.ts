import { sleep, waitFor } from '@omnistream/common'
import { expect } from 'vitest'
import type { QueueHarness, SetupQueue } from './harness.ts'
import { calm, emptied, idsOf, numbered, until } from './tools.ts'
import { withHarness } from './with-harness.ts'

/** Longer than the first retry and the connect timeout of every client. */
const outageMs = 7_000

/** Breaks the connection in the middle of the work; some of it ends while there is no server. */
async function breakMidway(own: QueueHarness, awayMs: number): Promise<string[]> {
  const queue = own.open({ through: 'proxy' })
  const done = new Set<string>()
  const running = queue.consume(
    async ({ job }) => {
      await sleep(20)
      done.add(job.id)
      return { kind: 'done' }
    },
    { ...calm, leaseMs: 20_000, concurrency: 10 },
  )
  await own.add(numbered(100))
  await until(() => done.size >= 20, 'the first jobs')
  own.proxy.cut()
  await sleep(awayMs)
  own.proxy.mend()
  await own.add(numbered(20, 'after'))
  await waitFor(async () => (await own.left()).length === 0, {
    deadlineMs: 40_000,
    intervalMs: 100,
    describe: () => `the rest after the outage, ${done.size} done`,
  })
  await queue.close()
  await running
  return [...done].toSorted()
}

export function outageCases(setup: SetupQueue): void {
  const test = withHarness(setup)
  const all = idsOf([...numbered(100), ...numbered(20, 'after')])

  test('a broken connection heals, and nothing is lost', async (own) => {
    expect(await breakMidway(own, 0)).toEqual(all)
  })

  test('a server that is away longer than any client waits comes back to consumers that go on alone', async (own) => {
    expect(await breakMidway(own, outageMs)).toEqual(all)
  })

  test('a consumer that starts while its server is away waits for it', async (own) => {
    own.proxy.cut()
    const queue = own.open({ through: 'proxy' })
    const seen: string[] = []
    const running = queue.consume(async ({ job }) => {
      seen.push(job.id)
      return { kind: 'done' }
    }, calm)
    await own.add(numbered(3))
    await sleep(500)
    expect(seen).toEqual([])
    own.proxy.mend()
    await emptied(own)
    await queue.close()
    await running
    expect(seen.toSorted()).toEqual(idsOf(numbered(3)))
  })

  test('who puts in while the server is away is told within seconds', async (own) => {
    const queue = own.open({ through: 'proxy' })
    if (queue.feeding === 'none') return
    await queue.enqueue([{ id: 'a', group: 'g' }])
    own.proxy.cut()
    await expect(queue.enqueue([{ id: 'b', group: 'g' }])).rejects.toThrow()
    own.proxy.mend()
    await waitFor(
      async () => {
        await queue.enqueue([{ id: 'b', group: 'g' }])
        return true
      },
      { deadlineMs: 15_000, describe: 'the server' },
    )
    expect((await own.left()).toSorted()).toEqual(['a', 'b'])
  })

  test('a queue whose server is away can be closed', async (own) => {
    const queue = own.open({ through: 'proxy' })
    const running = queue.consume(async () => ({ kind: 'done' }), calm)
    own.proxy.cut()
    await sleep(300)
    const began = performance.now()
    await queue.close({ deadlineMs: 1_000 })
    await running
    expect(performance.now() - began).toBeLessThan(8_000)
  })
}
