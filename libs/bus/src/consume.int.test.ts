import { waitFor } from '@omnistream/common'
import { afterEach, describe, expect, it } from 'vitest'
import type { BatchHandler, Delivery, Settlement } from './delivery.ts'
import { consumerLag } from './lag.ts'
import { publishAll } from './publish.ts'
import { leftIn, numbered, publishNames, startConsumer } from './testing/start-consumer.ts'
import { createTestBus, type TestBus, webhook } from './testing/test-bus.ts'

let own: TestBus
afterEach(() => own.remove())

const ack = (deliveries: Delivery[]): Settlement[] => deliveries.map(() => ({ kind: 'ack' }))
const nameOf = (delivery: Delivery): string => delivery.envelope.channel
const namesOf = (deliveries: Delivery[]): string[] => deliveries.map(nameOf)
const emptied = () =>
  waitFor(async () => (await leftIn(own)) === 0, { deadlineMs: 15_000, describe: 'an empty queue' })
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** A handler that can be held: it notes each batch and waits until let go. */
function gate() {
  const seen: string[][] = []
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const handle: BatchHandler = async (deliveries) => {
    seen.push(namesOf(deliveries))
    await opened
    return ack(deliveries)
  }
  return { seen, open, handle }
}

describe('batches', () => {
  it('are at most as large and as many at once as asked, in the order of the stream, and lose nothing', async () => {
    own = await createTestBus()
    await publishNames(own, numbered(40))
    let running = 0
    let mostRunning = 0
    const batches: string[][] = []
    const consumer = startConsumer(
      own,
      async (deliveries) => {
        mostRunning = Math.max(mostRunning, ++running)
        batches.push(namesOf(deliveries))
        await new Promise(setImmediate)
        running--
        return ack(deliveries)
      },
      { batchMax: 4, concurrency: 3 },
    )
    await emptied()
    await consumer.stop()
    expect(mostRunning).toBe(3)
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(4)
    expect(batches.flat()).toEqual(numbered(40))
  })

  it('are as many as asked even while each waits for ever', async () => {
    own = await createTestBus()
    await publishNames(own, numbered(12))
    const held = gate()
    const consumer = startConsumer(own, held.handle, { batchMax: 2, concurrency: 3 })
    await waitFor(() => held.seen.length === 3, { deadlineMs: 5_000, describe: 'three batches' })
    expect(await consumerLag(own.bus, own.names.webhooks, 'engine')).toMatchObject({ redelivered: 0 })
    expect(held.seen).toHaveLength(3)
    held.open()
    await emptied()
    await consumer.stop()
    expect(held.seen.flat().toSorted()).toEqual(numbered(12).toSorted())
  })

  it('carry the trace, the subject and a first attempt', async () => {
    own = await createTestBus()
    const got: Delivery[] = []
    const consumer = startConsumer(own, async (deliveries) => {
      got.push(...deliveries)
      return ack(deliveries)
    })
    const subject = own.on.webhook('whatsapp', 'acme')
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const envelope = webhook()
    await publishAll(own.bus, [{ subject, messageId: 'a', envelope, traceparent }])
    await emptied()
    await consumer.stop()
    expect(got).toEqual([{ attempt: 1, suspect: false, subject, envelope, traceparent }])
  })
})

describe('settlements', () => {
  it('give one delivery back after its pause, alone and as a second attempt, and let its neighbours go', async () => {
    own = await createTestBus()
    await publishNames(own, ['a', 'b', 'c'])
    const seen: { names: string[]; attempts: number[]; at: number }[] = []
    const consumer = startConsumer(own, async (deliveries) => {
      seen.push({
        names: namesOf(deliveries),
        attempts: deliveries.map((d) => d.attempt),
        at: performance.now(),
      })
      return deliveries.map((delivery) =>
        nameOf(delivery) === 'b' && delivery.attempt === 1
          ? { kind: 'retry', afterMs: 600 }
          : { kind: 'ack' },
      )
    })
    await emptied()
    await consumer.stop()
    const again = seen.at(-1)
    expect(again).toMatchObject({ names: ['b'], attempts: [2] })
    expect(seen.slice(0, -1).flatMap(({ names }) => names)).toEqual(['a', 'b', 'c'])
    expect((again?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThan(550)
  })

  it('drop a delivery for ever', async () => {
    own = await createTestBus()
    await publishNames(own, ['poison', 'b'])
    const seen: string[] = []
    const consumer = startConsumer(
      own,
      async (deliveries) => {
        seen.push(...namesOf(deliveries))
        return deliveries.map((delivery) =>
          nameOf(delivery) === 'poison' ? { kind: 'drop', reason: 'not ours' } : { kind: 'ack' },
        )
      },
      { ackWaitMs: 300 },
    )
    await emptied()
    await consumer.stop()
    expect(seen).toEqual(['poison', 'b'])
    expect(await consumerLag(own.bus, own.names.webhooks, 'engine')).toEqual({
      ...{ waiting: 0, inFlight: 0, redelivered: 0 },
    })
  })

  it('give a whole batch back where the handler throws, and it comes again', async () => {
    own = await createTestBus()
    await publishNames(own, ['a', 'b', 'c'])
    const batches: string[][] = []
    const consumer = startConsumer(own, async (deliveries) => {
      batches.push(namesOf(deliveries))
      if (deliveries.some(({ attempt }) => attempt === 1)) throw new Error('parser is broken')
      return ack(deliveries)
    })
    await emptied()
    await consumer.stop()
    expect(batches.slice(1).flat().toSorted()).toEqual(expect.arrayContaining(['a', 'b', 'c']))
    expect(own.logged).toContainEqual(expect.objectContaining({ level: 'warn', message: 'bus.batch_failed' }))
  })

  it('never lose a delivery that the handler forgot to answer', async () => {
    own = await createTestBus()
    await publishNames(own, ['a', 'b'])
    const attempts: number[] = []
    const consumer = startConsumer(own, async (deliveries) => {
      attempts.push(...deliveries.map(({ attempt }) => attempt))
      return deliveries.some(({ attempt }) => attempt === 1) ? [] : ack(deliveries)
    })
    await emptied()
    await consumer.stop()
    expect(attempts.filter((attempt) => attempt > 1)).toHaveLength(2)
  })
})

describe('an envelope that nobody can read', () => {
  it('is dropped with a log line that has no bytes of it, and does not hold up its neighbours', async () => {
    own = await createTestBus()
    const bytes = 'private words, no envelope'
    await publishNames(own, ['a'])
    await own.bus.jetstream().publish(own.on.webhook('x', 'y'), bytes)
    await publishNames(own, ['b'])
    const seen: string[] = []
    const consumer = startConsumer(
      own,
      async (deliveries) => {
        seen.push(...namesOf(deliveries))
        return ack(deliveries)
      },
      { ackWaitMs: 300 },
    )
    await emptied()
    await consumer.stop()
    expect(seen).toEqual(['a', 'b'])
    const entries = own.logged.filter(({ message }) => message === 'bus.envelope_unreadable')
    expect(entries).toMatchObject([
      { level: 'warn', fields: { sequence: 2, subject: own.on.webhook('x', 'y') } },
    ])
    expect(
      JSON.stringify(entries, (_key, value: unknown) =>
        value instanceof Error ? `${value.stack} ${String(value.cause)}` : value,
      ),
    ).not.toContain('private words')
  })
})

describe('a slow batch', () => {
  it('is not given out again while it is worked on, however long, nor what waits behind it', async () => {
    own = await createTestBus()
    await publishNames(own, numbered(6))
    const attempts: number[] = []
    const started = performance.now()
    const consumer = startConsumer(
      own,
      async (deliveries) => {
        attempts.push(...deliveries.map(({ attempt }) => attempt))
        const workMs = performance.now() - started < 1_000 ? 4_000 : 0
        await new Promise((resolve) => setTimeout(resolve, workMs))
        return ack(deliveries)
      },
      { batchMax: 2, ackWaitMs: 1_000 },
    )
    await emptied()
    await consumer.stop()
    expect(performance.now() - started).toBeGreaterThan(4_000)
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1])
  })
})

describe('an abort', () => {
  it('finishes what is in hand, gives back the rest, and its acknowledgements reach the server', async () => {
    // What the server sends while the pull ends reaches nobody, and comes back when its ack wait is over.
    const ackWaitMs = 3_000
    own = await createTestBus()
    const reader = await createTestBus({ streams: false })
    await publishNames(own, numbered(20))
    const held = gate()
    const consumer = startConsumer(own, held.handle, { batchMax: 5, ackWaitMs })
    await waitFor(() => held.seen.length === 1, { deadlineMs: 5_000, describe: 'a batch' })
    await waitFor(async () => (await consumerLag(reader.bus, own.names.webhooks, 'engine')).inFlight > 5, {
      deadlineMs: 5_000,
      describe: 'ids that wait behind it',
    })
    consumer.abort()
    held.open()
    await consumer.ended
    await own.bus.close()
    const inHand = held.seen.flat()
    expect(inHand).toEqual(numbered(5))

    const next = { ...own, bus: reader.bus, manager: reader.manager }
    const got: string[] = []
    const second = startConsumer(
      next,
      async (deliveries) => {
        got.push(...namesOf(deliveries))
        return ack(deliveries)
      },
      { ackWaitMs },
    )
    await waitFor(async () => (await leftIn(next)) === 0, { deadlineMs: 10_000, describe: 'an empty queue' })
    await second.stop()
    expect(got.toSorted()).toEqual(numbered(20).slice(5).toSorted())
    own = {
      ...next,
      remove: async () => {
        await own.manager.streams.delete(own.names.webhooks)
        await own.manager.streams.delete(own.names.events)
        await reader.remove()
      },
    }
  })

  it('tells the handler, so that long work can give itself back', async () => {
    own = await createTestBus()
    await publishNames(own, ['a'])
    let began = false
    const consumer = startConsumer(own, async (deliveries, signal) => {
      began = true
      await untilAborted(signal)
      return deliveries.map(() => ({ kind: 'retry', afterMs: 0 }))
    })
    await waitFor(() => began, { deadlineMs: 5_000, describe: 'the work' })
    await consumer.stop()
    expect(await leftIn(own)).toBe(1)
  })

  it('ends a consumer that is only being started', async () => {
    own = await createTestBus()
    for (let turns = 0; turns < 12; turns++) {
      const consumer = startConsumer(own, async (deliveries) => ack(deliveries))
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
      await consumer.stop()
    }
  })

  it('ends a consumer that has nothing to do', async () => {
    own = await createTestBus()
    const consumer = startConsumer(own, async (deliveries) => ack(deliveries))
    await waitFor(() => consumerLag(own.bus, own.names.webhooks, 'engine'), {
      deadlineMs: 5_000,
      describe: 'the consumer',
    })
    const began = performance.now()
    await consumer.stop()
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('two consumers', () => {
  it('share the work, and no id is ever with both', async () => {
    own = await createTestBus()
    const other = await createTestBus({ streams: false })
    const inHand = new Set<string>()
    const twice: string[] = []
    const by: Record<'one' | 'two', number> = { one: 0, two: 0 }
    const worker =
      (who: 'one' | 'two'): BatchHandler =>
      async (deliveries) => {
        for (const name of namesOf(deliveries)) {
          if (inHand.has(name)) twice.push(name)
          inHand.add(name)
        }
        by[who] += deliveries.length
        await new Promise((resolve) => setTimeout(resolve, 20))
        for (const name of namesOf(deliveries)) inHand.delete(name)
        return ack(deliveries)
      }
    const consumers = [
      startConsumer(own, worker('one'), { batchMax: 3, concurrency: 2, maxAckPending: 40 }),
      startConsumer({ ...own, bus: other.bus }, worker('two'), {
        batchMax: 3,
        concurrency: 2,
        maxAckPending: 40,
      }),
    ]
    await publishNames(own, numbered(200))
    await emptied()
    for (const consumer of consumers) await consumer.stop()
    await other.remove()
    expect(twice).toEqual([])
    expect(by.one + by.two).toBe(200)
    expect(Math.min(by.one, by.two)).toBeGreaterThan(20)
  })
})

describe('what it pulls from goes away', () => {
  const untilServing = async (): Promise<ReturnType<typeof startConsumer>> => {
    const consumer = startConsumer(own, async (deliveries) => ack(deliveries))
    await publishNames(own, ['first'])
    await emptied()
    return consumer
  }

  it('ends with an error where the consumer was deleted, and the next start makes it anew', async () => {
    own = await createTestBus()
    const consumer = await untilServing()
    await own.manager.consumers.delete(own.names.webhooks, 'engine')
    await expect(consumer.ended).rejects.toMatchObject({ code: 'CONSUMER_LOST', retryable: true })
    await publishNames(own, ['second'])
    const again = startConsumer(own, async (deliveries) => ack(deliveries))
    await emptied()
    await again.stop()
  })

  it('ends with an error where the stream was deleted', async () => {
    own = await createTestBus()
    const consumer = await untilServing()
    await own.manager.streams.delete(own.names.webhooks)
    await expect(consumer.ended).rejects.toMatchObject({ code: 'CONSUMER_LOST' })
  })

  it('ends with an error, not in silence, where the connection was closed', async () => {
    own = await createTestBus()
    const other = await createTestBus({ streams: false })
    const consumer = startConsumer({ ...own, bus: other.bus }, async (deliveries) => ack(deliveries))
    await publishNames(own, ['first'])
    await emptied()
    await other.bus.close()
    await expect(consumer.ended).rejects.toMatchObject({ code: 'BUS_CLOSED' })
  })
})
