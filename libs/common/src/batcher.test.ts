import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Batcher, type BatcherOptions, createBatcher } from './batcher.ts'

const roomy = {
  maxItems: 100,
  maxBytes: 1_000_000,
  maxPendingItems: 10_000,
  maxPendingBytes: 10_000_000,
  concurrency: 1,
}

/** A flush that ends when the test says so. */
const manualFlush = () => {
  const flights: { items: number[]; land(): void; crash(error: Error): void }[] = []
  const flush = (items: number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      flights.push({ items, land: () => resolve(items.map((n) => n * 10)), crash: reject })
    })
  return { flights, flush }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const manual = (options: Partial<BatcherOptions<number, number>> = {}) => {
  const { flights, flush } = manualFlush()
  return { flights, batcher: createBatcher<number, number>({ ...roomy, flush, ...options }) }
}

const resultOf = async (adding: ReturnType<Batcher<number, number>['add']>): Promise<number | string> => {
  try {
    const outcome = await adding
    return outcome.ok ? outcome.result : outcome.reason
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}

describe('createBatcher', () => {
  it('flushes a lone item in the same turn of the event loop', async () => {
    const { flights, batcher } = manual()
    const one = batcher.add(1, 1)
    await turn()
    expect(flights.map(({ items }) => items)).toEqual([[1]])
    flights[0]?.land()
    expect(await one).toEqual({ ok: true, result: 10 })
  })

  it('joins items of one turn, and all that arrive while a flush is in flight', async () => {
    const { flights, batcher } = manual()
    const adding = [batcher.add(1, 1), batcher.add(2, 1)]
    await turn()
    adding.push(batcher.add(3, 1))
    await turn()
    adding.push(batcher.add(4, 1))
    await turn()
    expect(flights.map(({ items }) => items)).toEqual([[1, 2]])
    flights[0]?.land()
    await Promise.all(adding.slice(0, 2))
    expect(flights.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ])
    flights[1]?.land()
    expect(await Promise.all(adding.map(resultOf))).toEqual([10, 20, 30, 40])
  })

  it('gives an item larger than a flush a flush of its own', async () => {
    const { flights, batcher } = manual({ maxBytes: 10, concurrency: 9 })
    for (const [n, bytes] of [
      [1, 4],
      [2, 50],
      [3, 4],
    ] as const)
      resultOf(batcher.add(n, bytes)).catch(() => {})
    await turn()
    expect(flights.map(({ items }) => items)).toEqual([[1], [2], [3]])
  })

  it('refuses at once what is over the bound, and takes items again when there is room', async () => {
    const { flights, batcher } = manual({ maxPendingItems: 2 })
    const kept = [batcher.add(1, 1), batcher.add(2, 1)]
    expect(await batcher.add(3, 1)).toEqual({ ok: false, reason: 'overloaded' })
    await turn()
    // What is in flight still takes up memory.
    expect(await batcher.add(4, 1)).toEqual({ ok: false, reason: 'overloaded' })
    flights[0]?.land()
    await Promise.all(kept)
    expect(batcher.pending()).toEqual({ items: 0, bytes: 0, flights: 0 })
    const again = batcher.add(5, 1)
    await turn()
    flights[1]?.land()
    expect(await resultOf(again)).toBe(50)
  })

  it('bounds the bytes it holds', async () => {
    const { batcher } = manual({ maxPendingBytes: 10 })
    resultOf(batcher.add(1, 8)).catch(() => {})
    expect(await resultOf(batcher.add(2, 3))).toBe('overloaded')
    expect(batcher.pending()).toMatchObject({ items: 1, bytes: 8 })
  })

  it('lets a failing flush fail its own items alone', async () => {
    const { flights, batcher } = manual({ maxItems: 1 })
    const adding = [batcher.add(1, 1), batcher.add(2, 1)].map(resultOf)
    await turn()
    flights[0]?.crash(new Error('lost'))
    expect(await adding[0]).toBe('lost')
    await turn()
    flights[1]?.land()
    expect(await adding[1]).toBe(20)
  })

  it('fails the items of a flush that throws before it begins, or returns too few results', async () => {
    const thrower = createBatcher<number, number>({
      ...roomy,
      flush: () => {
        throw new Error('at once')
      },
    })
    expect(await resultOf(thrower.add(1, 1))).toBe('at once')
    const short = createBatcher<number, number>({ ...roomy, flush: async () => [] })
    expect(await resultOf(short.add(1, 1))).toBe('flush returned 0 results for 1 items')
  })

  it('drains on close, then takes nothing', async () => {
    const { flights, batcher } = manual({ maxItems: 1 })
    const adding = [batcher.add(1, 1), batcher.add(2, 1)].map(resultOf)
    let closed = false
    const closing = (async () => {
      await batcher.close()
      closed = true
    })()
    expect(await resultOf(batcher.add(3, 1))).toBe('closed')
    await turn()
    flights[0]?.land()
    await adding[0]
    await turn()
    expect(closed).toBe(false)
    flights[1]?.land()
    await closing
    expect(await Promise.all(adding)).toEqual([10, 20])
    await batcher.close()
  })

  it('gives every item exactly its own result, in order and within the bounds, whatever comes', async () => {
    const script = fc.record({
      maxItems: fc.integer({ min: 1, max: 7 }),
      maxBytes: fc.integer({ min: 1, max: 40 }),
      maxPendingItems: fc.integer({ min: 1, max: 20 }),
      maxPendingBytes: fc.integer({ min: 1, max: 120 }),
      concurrency: fc.integer({ min: 1, max: 3 }),
      items: fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 50 }), pause: fc.boolean() }), {
        maxLength: 60,
      }),
      failing: fc.uniqueArray(fc.nat(20)),
    })
    await fc.assert(
      fc.asyncProperty(script, async ({ items, failing, ...options }) => {
        const batches: number[][] = []
        let flying = 0
        const batcher = createBatcher<number, number>({
          ...options,
          flush: async (batch) => {
            const mine = batches.push(batch) - 1
            flying += 1
            expect(flying).toBeLessThanOrEqual(options.concurrency)
            if (mine % 2 === 0) await turn()
            flying -= 1
            if (failing.includes(mine)) throw new Error(`flush ${mine}`)
            return batch.map((n) => n * 10)
          },
        })
        const adding: Promise<number | string>[] = []
        for (const [n, { bytes, pause }] of items.entries()) {
          adding.push(resultOf(batcher.add(n, bytes)))
          const { items: held, bytes: heldBytes } = batcher.pending()
          expect(held).toBeLessThanOrEqual(options.maxPendingItems)
          expect(heldBytes).toBeLessThanOrEqual(options.maxPendingBytes)
          if (pause) await turn()
        }
        const results = await Promise.all(adding)
        await batcher.close()
        const taken = results.flatMap((result, n) => (result === 'overloaded' ? [] : [n]))
        expect(batches.flat()).toEqual(taken)
        for (const [index, batch] of batches.entries()) {
          expect(batch.length).toBeLessThanOrEqual(options.maxItems)
          const bytes = batch.reduce((sum, n) => sum + (items[n]?.bytes ?? 0), 0)
          expect(batch.length === 1 || bytes <= options.maxBytes).toBe(true)
          for (const n of batch) expect(results[n]).toBe(failing.includes(index) ? `flush ${index}` : n * 10)
        }
      }),
      { numRuns: 150 },
    )
  })
})
