import type { ConsumerLag } from '@omnistream/bus'
import type { Metrics } from '@omnistream/common'
import type { HookgresEvent } from '@omnistream/hookgres'

/** `sent` was stored for endpoints, `known` had been before, `nobody` has an endpoint, `dropped` cannot be stored. */
export type EventOutcome = 'sent' | 'known' | 'nobody' | 'dropped'

export type SenderMetrics = {
  event(outcome: EventOutcome, count: number): void
  hook(event: HookgresEvent): void
  lag(lag: ConsumerLag): void
}

/** What the sender tells Prometheus. Tenants and endpoints are in the log, not in labels. */
export function createSenderMetrics(metrics: Metrics): SenderMetrics {
  const events = metrics.counter('hook_events_total', 'Events of the suite by what became of them', [
    'outcome',
  ])
  const hooks = metrics.counter('hook_changes_total', 'Deliveries that ended and endpoints that changed', [
    'type',
  ])
  const waiting = metrics.gauge('hook_consumer_waiting', 'Events on the bus that no sender has taken yet')
  return {
    event: (outcome, count) => void (count > 0 && events.inc({ outcome }, count)),
    hook: ({ type }) => hooks.inc({ type }),
    lag: (lag) => waiting.set(lag.waiting),
  }
}
