import type { ConsumerMessages, JsMsg } from 'nats'
import type { BusConnection, BusLogger } from './connect-bus.ts'
import { type ConsumerOptions, ensureConsumer } from './ensure-consumer.ts'
import { decodeEnvelope, type Envelope } from './envelope.ts'
import { createIntake, type Intake } from './intake.ts'

/** One delivery. `attempt` is 1 the first time; a delivery that a crash or a retry gave back has a higher one. */
export type Delivery = { envelope: Envelope; subject: string; attempt: number; traceparent?: string }

/** What becomes of a delivery: done, again after a pause (ms), or never again. */
export type Settlement =
  | { kind: 'ack' }
  | { kind: 'retry'; afterMs: number }
  | { kind: 'drop'; reason: string }

/** Gets the deliveries in order and returns one settlement for each. Throwing gives them all back after a pause. */
export type BatchHandler = (deliveries: Delivery[], signal: AbortSignal) => Promise<Settlement[]>

export type ConsumeOptions = ConsumerOptions & {
  bus: BusConnection
  logger: BusLogger
  /** Most deliveries handed over at once. One that came back always comes alone: it may be what crashed the batch. */
  batchMax: number
  /** Batches handled at the same time. */
  concurrency: number
  handle: BatchHandler
}

const failedBatchPauseMs = 2_000

/**
 * Pulls until `signal` aborts, then finishes what is in hand and gives back the rest. Deliveries that wait here
 * or are being worked on are heartbeaten (`working()`), so a slow batch is not given to a second worker.
 * @throws whatever ends the pull (server gone, consumer deleted); the caller's supervisor starts it again.
 */
export async function consume(options: ConsumeOptions, signal: AbortSignal): Promise<void> {
  if (!(await options.bus.untilUp(signal)) || signal.aborted) return
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
  try {
    await run(messages, held, options, signal)
  } finally {
    clearInterval(beat)
    signal.removeEventListener('abort', onAbort)
    await messages.close()
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
  const workers = Array.from({ length: options.concurrency }, () => work(intake, held, options, signal))
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
  options: ConsumeOptions,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const batch = await intake.take((waiting) => chooseBatch(waiting, options.batchMax))
    if (!batch) return
    try {
      await handleBatch(batch, options, signal)
    } finally {
      for (const message of batch) held.delete(message)
    }
  }
}

/** Takes the longest run of first deliveries, or one redelivered message alone. Mutates `waiting`. */
export function chooseBatch<T extends { info: { redeliveryCount: number } }>(waiting: T[], max: number): T[] {
  const isFirst = (message: T): boolean => message.info.redeliveryCount <= 1
  const firstReturned = waiting.findIndex((message) => !isFirst(message))
  const length = firstReturned === -1 ? waiting.length : Math.max(1, firstReturned)
  return waiting.splice(0, Math.min(length, max))
}

async function handleBatch(batch: JsMsg[], options: ConsumeOptions, signal: AbortSignal): Promise<void> {
  const readable: { message: JsMsg; delivery: Delivery }[] = []
  for (const message of batch) {
    const delivery = readDelivery(message, options.logger)
    if (delivery) readable.push({ message, delivery })
  }
  if (readable.length === 0) return
  let settlements: Settlement[]
  try {
    settlements = await options.handle(
      readable.map(({ delivery }) => delivery),
      signal,
    )
  } catch (error) {
    options.logger.warn({ err: error, deliveries: readable.length }, 'bus.batch_failed')
    settlements = readable.map(() => ({ kind: 'retry', afterMs: failedBatchPauseMs }))
  }
  for (const [index, { message }] of readable.entries()) {
    settle(message, settlements[index] ?? { kind: 'retry', afterMs: failedBatchPauseMs })
  }
}

function settle(message: JsMsg, settlement: Settlement): void {
  if (settlement.kind === 'ack') message.ack()
  else if (settlement.kind === 'retry') message.nak(settlement.afterMs)
  else message.term(settlement.reason)
}

/** An envelope that nobody can read is dropped with a log line: its row is still pending, so the sweeper finds it. */
function readDelivery(message: JsMsg, logger: BusLogger): Delivery | undefined {
  try {
    const traceparent = message.headers?.get('traceparent')
    return {
      envelope: decodeEnvelope(message.data),
      subject: message.subject,
      attempt: message.info.redeliveryCount,
      ...(traceparent ? { traceparent } : {}),
    }
  } catch (error) {
    logger.warn({ err: error, subject: message.subject, sequence: message.seq }, 'bus.envelope_unreadable')
    message.term('unreadable envelope')
    return undefined
  }
}
