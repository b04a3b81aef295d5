/**
 * Group commit: items that arrive while a flush is running share the next one. A lone item waits for nothing but
 * the end of the current turn of the event loop, so that requests read in the same turn travel together.
 */

export type BatcherOptions<Item, Result> = {
  /** Most items and bytes of one flush; an item larger than `maxBytes` is flushed alone. */
  maxItems: number
  maxBytes: number
  /** Most items and bytes held at once, waiting and in flight together. */
  maxPendingItems: number
  maxPendingBytes: number
  /** Flushes that may run at the same time. */
  concurrency: number
  /** Gets the items in order of arrival; returns one result for each, in that order, or nothing. */
  flush(items: Item[]): Promise<Result[] | undefined>
}

/** `overloaded`: the bound is reached, nothing was taken. `closed`: the batcher is shutting down. */
export type BatcherOutcome<Result> =
  | { ok: true; result: Result }
  | { ok: false; reason: 'overloaded' | 'closed' }

export type Batcher<Item, Result> = {
  /** Rejects with the flush's own error when the flush that held this item failed. */
  add(item: Item, bytes: number): Promise<BatcherOutcome<Result>>
  pending(): { items: number; bytes: number; flights: number }
  /** Takes no more items; resolves when everything taken before is settled. */
  close(): Promise<void>
}

type Waiter<Result> = { resolve(outcome: BatcherOutcome<Result>): void; reject(error: unknown): void }
type Batch<Item, Result> = { items: Item[]; waiters: Waiter<Result>[]; bytes: number }

export const createBatcher = <Item, Result = void>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> => {
  const waiting: Batch<Item, Result>[] = []
  const closers: (() => void)[] = []
  let pendingItems = 0
  let pendingBytes = 0
  let flights = 0
  let scheduled = false
  let closed = false

  const settle = (batch: Batch<Item, Result>): void => {
    flights -= 1
    pendingItems -= batch.items.length
    pendingBytes -= batch.bytes
    launch()
    if (pendingItems === 0) for (const done of closers.splice(0)) done()
  }

  const fly = async (batch: Batch<Item, Result>): Promise<void> => {
    flights += 1
    try {
      const results = await options.flush(batch.items)
      if (results !== undefined && results.length !== batch.waiters.length) {
        throw new RangeError(`flush returned ${results.length} results for ${batch.waiters.length} items`)
      }
      // A flush that returns nothing has Result = void.
      for (const [i, waiter] of batch.waiters.entries())
        waiter.resolve({ ok: true, result: results?.[i] as Result })
    } catch (error) {
      for (const waiter of batch.waiters) waiter.reject(error)
    } finally {
      settle(batch)
    }
  }

  const launch = (): void => {
    scheduled = false
    while (flights < options.concurrency) {
      const batch = waiting.shift()
      if (batch === undefined) return
      fly(batch).catch(() => {}) // fly settles its waiters itself and cannot reject
    }
  }

  const batchFor = (bytes: number): Batch<Item, Result> => {
    const last = waiting.at(-1)
    if (last !== undefined && last.items.length < options.maxItems && last.bytes + bytes <= options.maxBytes)
      return last
    const fresh: Batch<Item, Result> = { items: [], waiters: [], bytes: 0 }
    waiting.push(fresh)
    return fresh
  }

  const add = (item: Item, bytes: number): Promise<BatcherOutcome<Result>> => {
    if (closed) return Promise.resolve({ ok: false, reason: 'closed' })
    if (pendingItems >= options.maxPendingItems || pendingBytes + bytes > options.maxPendingBytes) {
      return Promise.resolve({ ok: false, reason: 'overloaded' })
    }
    pendingItems += 1
    pendingBytes += bytes
    return new Promise((resolve, reject) => {
      const batch = batchFor(bytes)
      batch.items.push(item)
      batch.waiters.push({ resolve, reject })
      batch.bytes += bytes
      if (!scheduled && flights < options.concurrency) {
        scheduled = true
        setImmediate(launch)
      }
    })
  }

  return {
    add,
    pending: () => ({ items: pendingItems, bytes: pendingBytes, flights }),
    close: () => {
      closed = true
      return pendingItems === 0 ? Promise.resolve() : new Promise((resolve) => closers.push(resolve))
    },
  }
}
