import type { ConsumerMessages, JsMsg } from 'nats'
import { chooseBatch, isSuspect } from './choose-batch.ts'
import type { BusConnection, BusLogger } from './connect-bus.ts'
import type { BatchHandler } from './delivery.ts'
import { endWhenLost } from './end-when-lost.ts'
import { type ConsumerOptions, ensureConsumer } from './ensure-consumer.ts'
import { handleBatch } from './handle-batch.ts'
import { createIntake, type Intake } from './intake.ts'
import { createMutex, type Mutex } from './mutex.ts'

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
  const intake = createIntake<JsMsg>()
  const feed = async (): Promise<void> => {
    try {
      for await (const message of messages) {
        held.add(message)
        intake.push(message)
      }
    } finally {
      for (const message of intake.end()) {
        held.delete(message)
        message.nak()
      }
    }
  }
  const suspects = createMutex()
  const workers = Array.from({ length: options.concurrency }, () =>
    work(intake, held, suspects, options, signal),
  )
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
  suspects: Mutex,
  options: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const batch = await intake.take((waiting) => chooseBatch(waiting, options.batchMax))
    if (!batch) return
    try {
      const handle = (): Promise<void> => handleBatch(batch, options, signal)
      await (batch.some(isSuspect) ? suspects(handle) : handle())
    } finally {
      for (const message of batch) held.delete(message)
    }
  }
}
