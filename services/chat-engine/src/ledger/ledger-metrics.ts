import type { Metrics } from '@omnistream/common'
import { type LedgerCounts, ledgerOutcomes } from '@omnistream/postgres'

export type LedgerMetrics = {
  /** Open alarms by channel. */
  unbalanced(open: readonly { channel: string; hours: number }[]): void
  /** The sums of the last day by channel. */
  day(sums: readonly (LedgerCounts & { channel: string })[]): void
}

/** What the ledger says, for all tenants together and for nobody's webhooks. Every engine says the same: take the maximum. */
export function createLedgerMetrics(metrics: Metrics): LedgerMetrics {
  const unbalanced = metrics.gauge(
    'ledger_unbalanced_hours',
    'Hours of an account whose webhooks do not add up, or wait for too long',
    ['channel'],
  )
  const webhooks = metrics.gauge('ledger_day_webhooks', 'Webhooks received in the last 24 hours', ['channel'])
  const pending = metrics.gauge('ledger_day_pending', 'Of these, the ones that are not parsed yet', [
    'channel',
  ])
  const updates = metrics.gauge('ledger_day_updates', 'Updates of the last 24 hours by how they ended', [
    'channel',
    'outcome',
  ])
  return {
    unbalanced(open) {
      unbalanced.reset()
      for (const { channel, hours } of open) unbalanced.set({ channel }, hours)
    },
    day(sums) {
      for (const gauge of [webhooks, pending, updates]) gauge.reset()
      for (const sum of sums) {
        const { channel } = sum
        webhooks.set({ channel }, sum.webhooks)
        pending.set({ channel }, sum.pending)
        for (const outcome of ledgerOutcomes) updates.set({ channel, outcome }, sum[outcome])
      }
    },
  }
}
