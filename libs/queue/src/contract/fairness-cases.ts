import { sleep } from '@omnistream/common'
import { expect } from 'vitest'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, noting, numbered } from './tools.ts'
import { withHarness } from './with-harness.ts'

export function fairnessCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('what is due longest comes first within a group', async (own) => {
    const ago = (ms: number): Date => new Date(Date.now() - ms)
    await own.add(numbered(30).map((job, n) => ({ ...job, runAt: ago(60_000 - n * 1_000) })))
    const queue = own.open()
    const { seen, handler } = noting()
    const running = queue.consume(handler, { ...calm, concurrency: 1 })
    await emptied(own)
    await queue.close()
    await running
    expect(seen.map(({ id }) => id)).toEqual(numbered(30).map(({ id }) => id))
  })

  test('no more of one group than allowed are in hand at once, while others use the rest', async (own) => {
    await own.add([...numbered(60, 'flood'), ...numbered(6, 'one'), ...numbered(6, 'two')])
    const queue = own.open()
    const inHand = new Map<string, number>()
    const most = new Map<string, number>()
    const order: string[] = []
    const running = queue.consume(
      async ({ job: { group } }) => {
        inHand.set(group, (inHand.get(group) ?? 0) + 1)
        most.set(group, Math.max(most.get(group) ?? 0, inHand.get(group) ?? 0))
        await sleep(10)
        inHand.set(group, (inHand.get(group) ?? 0) - 1)
        order.push(group)
        return { kind: 'done' }
      },
      { ...calm, concurrency: 6, perGroupConcurrency: 2 },
    )
    await emptied(own, 30_000)
    await queue.close()
    await running
    expect(most.get('flood')).toBe(2)
    expect(Math.max(...most.values())).toBe(2)
    expect(order).toHaveLength(72)
    // The small groups do not wait for the flood that was there before them.
    const last = Math.max(order.lastIndexOf('one'), order.lastIndexOf('two'))
    expect(order.slice(0, last).filter((group) => group === 'flood').length).toBeLessThan(40)
  })
}
