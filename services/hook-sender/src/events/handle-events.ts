import { type BatchHandler, type Delivery, type EventEnvelope, tenantEventTypes } from '@omnistream/bus'
import { backoffMs, sleep } from '@omnistream/common'
import type { SenderMetrics } from '../sender-metrics.ts'
import type { EndpointTenants } from './endpoint-tenants.ts'
import { type SendDeps, sendShown } from './send-shown.ts'
import { type ShowDeps, showEvents } from './show-events.ts'

export type HandleDeps = ShowDeps &
  SendDeps & {
    endpointTenants: EndpointTenants
    senderMetrics: SenderMetrics
    /** There may be something to deliver. */
    wake(): Promise<void>
    random?(): number
  }

const awayPause = { baseMs: 200, maxMs: 5_000 }
const types: ReadonlySet<string> = new Set(tenantEventTypes)

/**
 * Takes events of the bus to hookgres and settles them once they are stored there. The event's id is the idempotency key:
 * however often the bus brings one, it is one message. While a server is away the batch waits here, heartbeaten.
 */
export const eventHandler = (deps: HandleDeps): BatchHandler =>
  async function handleEvents(deliveries, signal) {
    const events = deliveries.flatMap(told)
    for (let attempt = 0; ; attempt++) {
      try {
        await handOver(events, deps)
        return deliveries.map(() => ({ kind: 'ack' }))
      } catch (error) {
        deps.logger.warn({ err: error, events: events.length, attempt }, 'events.not_sent')
        if (!signal.aborted) await sleep(backoffMs(attempt, awayPause, deps.random), signal)
        if (signal.aborted) return deliveries.map(() => ({ kind: 'retry', afterMs: 0 }))
      }
    }
  }

/** Tenants are told of some events only. */
const told = ({ envelope }: Delivery): EventEnvelope[] =>
  envelope.kind === 'event' && types.has(envelope.type) ? [envelope] : []

async function handOver(events: readonly EventEnvelope[], deps: HandleDeps): Promise<void> {
  if (events.length === 0) return
  const tenants = await deps.endpointTenants(events.map(({ tenantId }) => tenantId))
  const wanted = events.filter(({ tenantId }) => tenants.has(tenantId))
  const counts = await sendShown(await showEvents(wanted, deps), deps)
  for (const outcome of ['sent', 'known', 'dropped'] as const)
    deps.senderMetrics.event(outcome, counts[outcome])
  deps.senderMetrics.event('nobody', events.length - wanted.length)
  if (counts.sent > 0) await deps.wake()
}
