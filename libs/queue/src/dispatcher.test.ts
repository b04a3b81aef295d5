import { waitFor } from '@omnistream/common'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OutboxSource, runDispatcher } from './dispatcher.ts'
import type { NewJob } from './job.ts'
import type { Queue } from './queue.ts'

const jobs = (from: number, count: number): NewJob[] =>
  Array.from({ length: count }, (_, n) => ({ id: `j${from + n}`, group: 'g' }))

let stop: AbortController
let put: string[]
beforeEach(() => {
  stop = new AbortController()
  put = []
})
afterEach(() => stop.abort())

/** A queue that takes in what it is given; a refusal for each error in `refusals`. */
const queueOf = (feeding: Queue['feeding'], refusals: Error[] = []): Queue => ({
  driver: 'postgres',
  feeding,
  async enqueue(added) {
    const refusal = refusals.shift()
    if (refusal) throw refusal
    put.push(...added.map(({ id }) => id))
  },
  consume: async () => {},
  close: async () => {},
})

const run = (source: OutboxSource, queue: Queue, intervalMs = 5): Promise<void> =>
  runDispatcher({ source, queue, intervalMs, batchMax: 10, logger: { warn: () => {} } }, stop.signal)

const seen = (count: number) =>
  waitFor(() => put.length >= count, { deadlineMs: 5_000, intervalMs: 2, describe: `${count} jobs` })

describe('the dispatcher', () => {
  it('reads on without a pause while batches are full', async () => {
    let at = 0
    const source = {
      async due(limit: number) {
        const from = at
        at += limit
        return jobs(from, from < 50 ? limit : 3)
      },
    }
    const running = run(source, queueOf('dispatcher'), 60_000)
    await seen(53)
    stop.abort()
    await running
    expect(new Set(put).size).toBe(53)
  })

  it('does not spin on a source that gives the same full batch for ever', async () => {
    let reads = 0
    const source = {
      async due(limit: number) {
        reads += 1
        return jobs(0, limit)
      },
    }
    const running = run(source, queueOf('dispatcher'), 60_000)
    await seen(20)
    await new Promise(setImmediate)
    stop.abort()
    await running
    expect(reads).toBe(2)
  })

  it('goes on by itself after the rows and the driver were away, and tells the source only what went out', async () => {
    const gone = new Error('away')
    const faults = [gone, gone]
    const fed: string[] = []
    let left = jobs(0, 4)
    const source: OutboxSource = {
      async due() {
        const fault = faults.shift()
        if (fault) throw fault
        return left
      },
      async fed(added) {
        fed.push(...added.map(({ id }) => id))
        left = []
      },
    }
    const running = run(source, queueOf('dispatcher', [gone, gone]))
    await seen(4)
    stop.abort()
    await running
    expect(put).toEqual(['j0', 'j1', 'j2', 'j3'])
    expect(fed).toEqual(put)
  })

  it('feeds nothing where the rows are the queue, and ends when told', async () => {
    let reads = 0
    const source = {
      async due() {
        reads += 1
        return []
      },
    }
    const running = run(source, queueOf('none'))
    await new Promise(setImmediate)
    stop.abort()
    await running
    expect(reads).toBe(0)
  })
})
