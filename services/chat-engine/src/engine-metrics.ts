import type { ConsumerLag } from '@omnistream/bus'
import type { Metrics } from '@omnistream/common'
import { countsOf } from './batch/count-items.ts'
import type { Job } from './batch/types.ts'

export type EngineMetrics = {
  parsed(jobs: readonly Job[]): void
  givenUp(): void
  lag(lag: ConsumerLag): void
  expiring(count: number): void
}

/** What the engine tells Prometheus; outcomes are the words of the loss ledger. */
export function createEngineMetrics(metrics: Metrics): EngineMetrics {
  const updates = metrics.counter('chat_updates_total', 'Updates by how they ended', ['channel', 'outcome'])
  const payloads = metrics.counter('chat_payloads_given_up_total', 'Payloads no worker could finish')
  const waiting = metrics.gauge('chat_consumer_waiting', 'Payloads on the bus that no worker has taken yet')
  const expiring = metrics.gauge(
    'chat_audit_expiring',
    'Unparsed payloads that the retention will soon delete',
  )
  const seconds = metrics.histogram(
    'chat_parsed_after_seconds',
    'From receipt to parsed, merged and marked',
    ['channel'],
  )
  return {
    parsed(jobs) {
      for (const { row, items } of jobs) {
        const { received: _received, ...outcomes } = countsOf(items)
        for (const [outcome, count] of Object.entries(outcomes)) {
          if (count > 0) updates.inc({ channel: row.channel, outcome }, count)
        }
        seconds.observe({ channel: row.channel }, Math.max(0, Date.now() - row.received_at.getTime()) / 1_000)
      }
    },
    givenUp: () => payloads.inc(),
    lag: (lag) => waiting.set(lag.waiting),
    expiring: (count) => expiring.set(count),
  }
}
