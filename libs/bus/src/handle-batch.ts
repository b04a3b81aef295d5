import type { JsMsg } from 'nats'
import type { BusLogger } from './connect-bus.ts'
import type { BatchHandler, Delivery, Settlement } from './delivery.ts'
import { decodeEnvelope } from './envelope.ts'
import { isSuspect } from './suspect.ts'

const failedBatchPauseMs = 2_000

/** Hands one batch over and settles each of its messages; one that nobody can read never reaches the handler. */
export async function handleBatch(
  batch: readonly JsMsg[],
  options: { handle: BatchHandler; logger: BusLogger },
  signal: AbortSignal,
): Promise<void> {
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
      suspect: isSuspect(message),
      ...(traceparent ? { traceparent } : {}),
    }
  } catch (error) {
    logger.warn({ err: error, subject: message.subject, sequence: message.seq }, 'bus.envelope_unreadable')
    message.term('unreadable envelope')
    return undefined
  }
}
