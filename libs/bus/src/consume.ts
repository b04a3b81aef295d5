import type { ConsumerMessages, JsMsg } from 'nats'

import type { BusConnection, BusLogger } from './connect-bus.ts'
import type { BatchHandler } from './delivery.ts'
import { endWhenLost } from './end-when-lost.ts'
import { type ConsumerOptions, ensureConsumer } from './ensure-consumer.ts'
import { handleBatch } from './handle-batch.ts'
import { createIntake, type Intake } from './intake.ts'
import { isSuspect } from './suspect.ts'

export type ConsumeOptions = ConsumerOptions & {
  bus: BusConnection
  logger: BusLogger
  /** Most deliveries handed over at once. A suspect (see `Delivery`) always comes alone. */
  batchMax: number
  /** Batches handled at the same time. */
  concurrency: number
  handle: BatchHandler
}

/**
 * Pulls until `signal` aborts, then finishes what is in hand and gives back the rest. Deliveries that wait here
 * or are being worked on are heartbeaten (`working()`), so a slow batch is not given to a second worker.
 * A server that goes away for a while is waited for.
 * @throws {OmniError} CONSUMER_LOST where the consumer or its stream was deleted, BUS_CLOSED where the connection
 * was closed; the caller's supervisor starts it again.
 */
export async function consume(options: ConsumeOptions, signal: AbortSignal): Promise<void> {
  if (!(await options.bus.untilUp(signal)) || signal.aborted) return
  const closed = options.bus.closed()
  await ensureConsumer(await options.bus.manager(), options)
  const consumer = await options.bus.jetstream().consumers.get(options.stream, options.durable)
  const messages = await consumer.consume({
    max_messages: options.batchMax * options.concurrency,
    expires: 5_000,
    idle_heartbeat: 2_000,
  })
  const held = new Set<JsMsg>()
  const beat = setInterval(() => {
    for (const message of held) message.working()
  }, options.ackWaitMs / 3)
  const onAbort = (): void => messages.stop()
  signal.addEventListener('abort', onAbort, { once: true })
  // An abort during the calls above has had nobody to tell.
  if (signal.aborted) onAbort()
  const watch = endWhenLost(messages, closed, options)
  try {
    await run(messages, held, options, signal)
  } finally {
    clearInterval(beat)
    signal.removeEventListener('abort', onAbort)
    await messages.close()
    await watch
  }
}

async function run(
  messages: ConsumerMessages,
  held: Set<JsMsg>,
  options: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  // Suspects have a lane of their own, one at a time: a slow one must not hold up what is healthy.
  const healthy = createIntake<JsMsg>()
  const suspects = createIntake<JsMsg>()
  const feed = async (): Promise<void> => {
    try {
      for await (const message of messages) {
        held.add(message)
        const lane = isSuspect(message) ? suspects : healthy
        lane.push(message)
      }
    } finally {
      for (const message of [...healthy.end(), ...suspects.end()]) {
        held.delete(message)
        message.nak()
      }
    }
  }
  const workers = [
    work(suspects, held, 1, options, signal),
    ...Array.from({ length: options.concurrency }, () =>
      work(healthy, held, options.batchMax, options, signal),
    ),
  ]
  const outcomes = await Promise.allSettled([
    feed(),
    ...workers.map((worker) => stopOnFailure(worker, messages)),
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function stopOnFailure(worker: Promise<void>, messages: ConsumerMessages): Promise<void> {
  try {
    await worker
  } catch (error) {
    messages.stop()
    throw error
  }
}

async function work(
  intake: Intake<JsMsg>,
  held: Set<JsMsg>,
  max: number,
  options: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const batch = await intake.take((waiting) => waiting.splice(0, max))
    if (!batch) return
    try {
      await handleBatch(batch, options, signal)
    } finally {
      for (const message of batch) held.delete(message)
    }
  }
}
