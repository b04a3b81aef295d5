import { OmniError } from '@omnistream/common'
import { ErrorCode, NatsError, headers as natsHeaders } from 'nats'
import type { BusConnection } from './connect-bus.ts'
import { type Envelope, encodeEnvelope } from './envelope.ts'

export type Outgoing = {
  subject: string
  /** Nats-Msg-Id: a second publish under it inside the stream's window is not stored again. */
  messageId: string
  envelope: Envelope
  traceparent?: string
}

/** `duplicate`: the server had this message id already and stored nothing (lessons #57: it must be read). */
export type PublishOutcome =
  | { ok: true; sequence: number; duplicate: boolean }
  | { ok: false; error: unknown }

/**
 * Under way at once. Each has a few seconds to be acknowledged, and those of tens of thousands ran out before their
 * turn came: the whole batch was then tried for ever.
 */
const underWayMax = 500

/**
 * Publishes some hundreds at once and waits for every acknowledgement. One refused message does not hold back the
 * others: each has an outcome of its own, in the order given. Where none of some hundreds gets through, the bus is away,
 * and the rest is not tried.
 */
export async function publishAll(
  bus: BusConnection,
  messages: readonly Outgoing[],
): Promise<PublishOutcome[]> {
  const outcomes: PublishOutcome[] = []
  while (outcomes.length < messages.length) {
    const next = messages.slice(outcomes.length, outcomes.length + underWayMax)
    const told = await Promise.all(next.map((message) => publishOne(bus, message)))
    outcomes.push(...told)
    const failure = told.every((outcome) => !outcome.ok && !isTooLarge(outcome.error)) ? told[0] : undefined
    if (failure) while (outcomes.length < messages.length) outcomes.push(failure)
  }
  return outcomes
}

/** Whether a publish failed for its message's own size, which waiting does not change. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof OmniError && error.code === 'PUBLISH_TOO_LARGE'

async function publishOne(bus: BusConnection, message: Outgoing): Promise<PublishOutcome> {
  try {
    const ack = await bus.jetstream().publish(message.subject, encodeEnvelope(message.envelope), {
      msgID: message.messageId,
      ...(message.traceparent ? { headers: traceHeaders(message.traceparent) } : {}),
    })
    return { ok: true, sequence: ack.seq, duplicate: ack.duplicate }
  } catch (error) {
    return { ok: false, error: explained(error, message.subject) }
  }
}

/** The library's own words for a refusal, a full stream say, are only "503". */
function explained(error: unknown, subject: string): unknown {
  if (error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded) {
    // Waiting makes it no smaller: whoever tries again must not do so for ever.
    return new OmniError('PUBLISH_TOO_LARGE', `${subject}: more than NATS takes in one message`, {
      cause: error,
      retryable: false,
    })
  }
  const reason = error instanceof NatsError ? error.api_error?.description : undefined
  if (reason === undefined) return error
  return new OmniError('PUBLISH_REFUSED', `NATS refused ${subject}: ${reason}`, {
    cause: error,
    retryable: true,
  })
}

function traceHeaders(traceparent: string): ReturnType<typeof natsHeaders> {
  const headers = natsHeaders()
  headers.set('traceparent', traceparent)
  return headers
}
