import { sleep } from '@omnistream/common'
import { expect } from 'vitest'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, gate, idsOf, noting, numbered, until } from './tools.ts'
import { withHarness } from './with-harness.ts'

const inMs = (ms: number): Date => new Date(Date.now() + ms)

export function putCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('a job put in twice is one, together or apart, while it waits and while somebody has it', async (own) => {
    const queue = own.open()
    const jobs = numbered(20)
    await own.add(jobs)
    // Where the rows are the queue this stores nothing, which is as good.
    await queue.enqueue([...jobs, ...jobs])
    await queue.enqueue(jobs)
    expect((await own.left()).toSorted()).toEqual(idsOf(jobs))
    const held = gate()
    const running = queue.consume(held.handler, { ...calm, concurrency: 20 })
    await until(() => held.seen.length === 20, 'all jobs in hand')
    await queue.enqueue(jobs)
    held.open()
    await emptied(own)
    await sleep(100)
    await queue.close()
    await running
    expect(idsOf(held.seen)).toEqual(idsOf(jobs))
  })

  test('a job that has ended can be put in again', async (own) => {
    const queue = own.open()
    const { seen, handler } = noting()
    const running = queue.consume(handler, calm)
    for (const turn of [1, 2]) {
      if (queue.feeding === 'none') await own.add([{ id: `a${turn}`, group: 'g' }])
      else await queue.enqueue([{ id: 'a', group: 'g' }])
      await until(() => seen.length === turn, 'the job')
      await emptied(own)
    }
    await queue.close()
    await running
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 1])
  })

  test('a delayed job comes when its time has come and not before', async (own) => {
    const queue = own.open()
    const at = new Map<string, number>()
    const running = queue.consume(async ({ job }) => {
      at.set(job.id, Date.now())
      return { kind: 'done' }
    }, calm)
    const due = inMs(1_500)
    await own.add([
      { id: 'later', group: 'g', runAt: due },
      { id: 'now', group: 'g' },
      { id: 'past', group: 'g', runAt: inMs(-60_000) },
    ])
    await until(() => at.has('now') && at.has('past'), 'what is due')
    expect(at.has('later')).toBe(false)
    await emptied(own)
    await queue.close()
    await running
    expect(at.get('later')).toBeGreaterThanOrEqual(due.getTime() - 2)
    expect(at.get('later')).toBeLessThan(due.getTime() + 2_000)
  })

  test('a waiting job is brought forward by an earlier time and not put off by a later one', async (own) => {
    const queue = own.open()
    if (queue.feeding === 'none') return
    await queue.enqueue([
      { id: 'forward', group: 'g', runAt: inMs(60_000) },
      { id: 'firm', group: 'g' },
    ])
    await queue.enqueue([
      { id: 'forward', group: 'g' },
      { id: 'firm', group: 'g', runAt: inMs(60_000) },
    ])
    const { seen, handler } = noting()
    const running = queue.consume(handler, calm)
    await emptied(own)
    await queue.close()
    await running
    expect(idsOf(seen)).toEqual(['firm', 'forward'])
  })

  test('ids and groups of any form come back as they were', async (own) => {
    const odd = ['12345', 'a:b:c', 'dlv_ü/%2F "x" $y', '😀', 'x'.repeat(512), '.', '__proto__']
    await own.add(odd.map((id) => ({ id, group: id })))
    const queue = own.open()
    const { seen, handler } = noting()
    const running = queue.consume(handler, calm)
    await emptied(own)
    await queue.close()
    await running
    expect(idsOf(seen)).toEqual(odd.toSorted())
    expect(seen.every(({ id, group }) => id === group)).toBe(true)
  })

  test('what no store could hold is refused before anything is put in', async (own) => {
    const queue = own.open()
    const bad = ['', '\0', '\ud800', 'x'.repeat(513)].map((id) => ({ id, group: 'g' }))
    for (const job of [...bad, { id: 'a', group: '' }, { id: 'a', group: 'g', runAt: new Date(Number.NaN) }])
      await expect(queue.enqueue([{ id: 'good', group: 'g' }, job])).rejects.toMatchObject({
        code: 'JOB_INVALID',
      })
    expect(await own.left()).toEqual([])
  })

  test('attempts already made go on counting', async (own) => {
    await own.add([{ id: 'a', group: 'g', attempt: 4 }])
    const queue = own.open()
    const { seen, handler } = noting()
    const running = queue.consume(handler, calm)
    await emptied(own)
    await queue.close()
    await running
    expect(seen).toEqual([{ id: 'a', group: 'g', attempt: 5 }])
  })
}
