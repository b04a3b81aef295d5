import { expect } from 'vitest'
import type { Verdict } from '../job.ts'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, until } from './tools.ts'
import { withHarness } from './with-harness.ts'

const quick = { attempts: 3, baseMs: 20, factor: 1, capMs: 1_000 }
const options = { ...calm, policy: quick }

export function verdictCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('drop ends a job; an error thrown is a retry; later costs no attempt', async (own) => {
    const queue = own.open()
    const tries: Record<string, number[]> = { drop: [], throw: [], later: [] }
    const verdicts: Record<string, (attempt: number) => Verdict> = {
      drop: () => ({ kind: 'drop', reason: 'gone' }),
      throw: (attempt) => {
        if (attempt < 3) throw new Error('no luck')
        return { kind: 'done' }
      },
      later: () =>
        (tries.later?.length ?? 0) < 6 ? { kind: 'later', at: new Date(Date.now() + 10) } : { kind: 'done' },
    }
    await own.add(Object.keys(verdicts).map((id) => ({ id, group: id })))
    const exhausted: string[] = []
    const running = queue.consume(
      async ({ job }) => {
        tries[job.id]?.push(job.attempt)
        return verdicts[job.id]?.(job.attempt) ?? { kind: 'done' }
      },
      { ...options, onExhausted: async ({ id }) => void exhausted.push(id) },
    )
    await emptied(own)
    await queue.close()
    await running
    expect(tries).toEqual({ drop: [1], throw: [1, 2, 3], later: [1, 1, 1, 1, 1, 1] })
    expect(exhausted).toEqual([])
  })

  test('a job that wants another try after the last is ended, and the caller is told to record it', async (own) => {
    const queue = own.open()
    await own.add([{ id: 'a', group: 'g' }])
    const told: unknown[] = []
    let tries = 0
    let refusals = 0
    const running = queue.consume(
      async () => {
        tries += 1
        return { kind: 'retry', reason: 'HTTP 500' }
      },
      {
        ...options,
        async onExhausted(job, reason) {
          // Where the record fails the job must come again, or its end would be known to nobody.
          if (refusals++ === 0) throw new Error('the row cannot be written')
          told.push({ job, reason })
        },
      },
    )
    await emptied(own)
    await queue.close()
    await running
    expect(tries).toBe(4)
    expect(told).toEqual([{ job: { id: 'a', group: 'g', attempt: 3 }, reason: 'HTTP 500' }])
  })

  test('a job whose tries all ended without a result is not handed over once more', async (own) => {
    const queue = own.open()
    await own.add([{ id: 'poison', group: 'g', attempt: 3 }])
    const told: string[] = []
    let tries = 0
    const running = queue.consume(
      async () => {
        tries += 1
        return { kind: 'done' }
      },
      { ...options, onExhausted: async ({ id }) => void told.push(id) },
    )
    await until(() => told.length > 0, 'the end to be told')
    await emptied(own)
    await queue.close()
    await running
    expect({ told, tries }).toEqual({ told: ['poison'], tries: 0 })
  })
}
