import { type Logger, OmniError } from '@omnistream/common'
import type { Hookgres, SendInput } from '@omnistream/hookgres'
import { DatabaseError } from '@omnistream/postgres'
import { plainPayload } from './plain-payload.ts'
import type { ShownEvent } from './show-events.ts'

export type SendDeps = { hookgres: Pick<Hookgres, 'sendMany'>; logger: Logger }

export type SentCounts = { sent: number; known: number; dropped: number }

/**
 * Stores events as messages of hookgres, each under its own id, in one statement. One that cannot be stored as it is (it
 * is too large) is stored with what the event itself says; it holds up no other.
 * @throws where the database is away: nothing was stored then, or will be known the next time.
 */
export async function sendShown(shown: readonly ShownEvent[], deps: SendDeps): Promise<SentCounts> {
  if (shown.length === 0) return { sent: 0, known: 0, dropped: 0 }
  try {
    const sent = await deps.hookgres.sendMany(shown.map(inputOf))
    const known = sent.filter(({ duplicate }) => duplicate).length
    return { sent: sent.length - known, known, dropped: 0 }
  } catch (error) {
    if (!isPayloadFault(error)) throw error
    return shown.length > 1 ? await sendHalves(shown, deps) : await sendPlain(shown, error, deps)
  }
}

/** Finds the one at fault in a number of statements that grows with the logarithm of the batch. */
async function sendHalves(shown: readonly ShownEvent[], deps: SendDeps): Promise<SentCounts> {
  const middle = Math.ceil(shown.length / 2)
  const [first, second] = [
    await sendShown(shown.slice(0, middle), deps),
    await sendShown(shown.slice(middle), deps),
  ]
  return {
    sent: first.sent + second.sent,
    known: first.known + second.known,
    dropped: first.dropped + second.dropped,
  }
}

async function sendPlain([one]: readonly ShownEvent[], fault: unknown, deps: SendDeps): Promise<SentCounts> {
  if (one === undefined) return { sent: 0, known: 0, dropped: 0 }
  const { event } = one
  const told = { event_id: event.id, event_type: event.type, tenant_id: event.tenantId }
  deps.logger.warn({ ...told, err: fault }, 'event.shortened')
  try {
    const [sent] = await deps.hookgres.sendMany([inputOf({ event, payload: plainPayload(event) })])
    return sent?.duplicate === true ? { sent: 0, known: 1, dropped: 0 } : { sent: 1, known: 0, dropped: 0 }
  } catch (error) {
    if (!isPayloadFault(error)) throw error
    deps.logger.error({ ...told, err: error }, 'event.dropped')
    return { sent: 0, known: 0, dropped: 1 }
  }
}

const inputOf = ({ event, payload }: ShownEvent): SendInput => ({
  ...{ tenantId: event.tenantId, eventType: event.type, idempotencyKey: event.id, payload },
})

const faults = new Set(['PAYLOAD_TOO_LARGE', 'PAYLOAD_INVALID', 'SEND_INVALID'])
/** PostgreSQL: a data exception, or nested deeper than it reads. */
const postgresFault = /^(22|54)/

const isPayloadFault = (error: unknown): boolean =>
  (error instanceof OmniError && faults.has(error.code)) ||
  (error instanceof DatabaseError && postgresFault.test(error.code ?? ''))
