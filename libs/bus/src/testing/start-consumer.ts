import { type ConsumeOptions, consume } from '../consume.ts'
import type { BatchHandler } from '../delivery.ts'
import { publishAll } from '../publish.ts'
import { type TestBus, webhook } from './test-bus.ts'

export type RunningConsumer = {
  /** Settles as `consume` does. */
  ended: Promise<void>
  /** Aborts and waits for the end. */
  stop(): Promise<void>
  abort(): void
}

/** Starts a consumer of the live webhooks; what `handle` leaves out is acknowledged. */
export function startConsumer(
  own: TestBus,
  handle: BatchHandler,
  changes: Partial<ConsumeOptions> = {},
): RunningConsumer {
  const abort = new AbortController()
  const ended = consume(
    {
      ...{ bus: own.bus, logger: own.logger, stream: own.names.webhooks, durable: 'engine' },
      ...{ filter: own.on.allWebhooks, ackWaitMs: 5_000, maxDeliver: 20, maxAckPending: 1_000 },
      ...{ batchMax: 10, concurrency: 1, handle, ...changes },
    },
    abort.signal,
  )
  // A test looks at the end when it comes to it.
  ended.catch(() => {})
  return {
    ended,
    abort: () => abort.abort(),
    async stop() {
      abort.abort()
      await ended
    },
  }
}

/** Publishes one webhook for each name, in order. */
export async function publishNames(own: TestBus, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [outcome] = await publishAll(own.bus, [
      { subject: own.on.webhook(name, 'acme'), messageId: name, envelope: webhook(name) },
    ])
    if (!outcome?.ok) throw new Error(`the test could not publish ${name}`, { cause: outcome?.error })
  }
}

/** What is left in the work queue: ids that nobody has acknowledged. */
export const leftIn = async (own: TestBus): Promise<number> =>
  (await own.manager.streams.info(own.names.webhooks)).state.messages

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`)
