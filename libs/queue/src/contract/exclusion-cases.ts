import { sleep } from '@omnistream/common'
import { expect } from 'vitest'
import type { Handler } from '../job.ts'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, idsOf, numbered } from './tools.ts'
import { withHarness } from './with-harness.ts'

export function exclusionCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  for (const consumers of [2, 8]) {
    test(`${consumers} consumers never hold the same job at once, and share the work`, async (own) => {
      const jobs = numbered(40).flatMap(({ id }, n) => numbered(10, `${id}${n % 2}`))
      const inHand = new Set<string>()
      const twice: string[] = []
      const done: string[] = []
      const shares = Array.from({ length: consumers }, () => 0)
      const handlerOf =
        (who: number): Handler =>
        async ({ job }) => {
          if (inHand.has(job.id)) twice.push(job.id)
          inHand.add(job.id)
          shares[who] = (shares[who] ?? 0) + 1
          await sleep(5)
          inHand.delete(job.id)
          done.push(job.id)
          return { kind: 'done' }
        }
      const queues = shares.map(() => own.open())
      const running = queues.map((queue, who) => queue.consume(handlerOf(who), { ...calm, concurrency: 5 }))
      await own.add(jobs)
      await emptied(own)
      await Promise.all(queues.map((queue) => queue.close()))
      await Promise.all(running)
      expect(twice).toEqual([])
      expect(done.toSorted()).toEqual(idsOf(jobs))
      expect(shares.filter((share) => share > 0).length).toBeGreaterThan(1)
    })
  }
}
