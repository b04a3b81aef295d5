import type { LedgerAlarm, LedgerCounts, LedgerPage, LedgerRow } from '../api/ledger-shapes.ts'
import { formatTable } from '../output/table.ts'

const outcomes = ['stored', 'merged', 'duplicate', 'ignored', 'unrouted', 'failed'] as const
const head = ['(UTC)', 'channel', 'account', 'webhooks', 'pending', 'received', ...outcomes, '']
const reasonsShown = 10

/** The ledger as a table with its sums last, and why updates were ignored or unrouted. */
export function formatLedger({ totals, bucket }: LedgerPage, rows: readonly LedgerRow[]): string {
  if (totals.webhooks + totals.received === 0) return 'nothing was received'
  const lines = rows.map((row) => [
    bucket === 'day' ? row.from.slice(0, 10) : minute(row.from),
    row.channel,
    row.account_id ?? 'none or several',
    ...cells(row),
  ])
  const table = formatTable(head, [...lines, ['sum', '', '', ...cells(totals)]])
  const reasons = totals.reasons.slice(0, reasonsShown).map(({ reason, count }) => [String(count), reason])
  return reasons.length === 0
    ? table
    : `${table}\n\n${formatTable(['times', 'ignored or unrouted because'], reasons)}`
}

const cells = (counts: LedgerCounts | LedgerRow): string[] => [
  ...[counts.webhooks, counts.pending, counts.received].map(String),
  ...outcomes.map((outcome) => String(counts[outcome])),
  verdict(counts),
]

function verdict({ overdue, mismatched, balanced }: LedgerCounts | LedgerRow): string {
  if (balanced) return ''
  const parts = [overdue > 0 ? `${overdue} overdue` : '', mismatched > 0 ? `${mismatched} do not add up` : '']
  return parts.filter((part) => part !== '').join(', ')
}

/** Alarms, one a line. */
export function formatAlarms(alarms: readonly LedgerAlarm[]): string {
  if (alarms.length === 0) return 'no alarms'
  return formatTable(
    ['hour (UTC)', 'channel', 'account', 'overdue', 'mismatched', 'raised', 'cleared'],
    alarms.map((alarm) => [
      ...[minute(alarm.hour), alarm.channel, alarm.account_id ?? 'none or several'],
      ...[String(alarm.overdue), String(alarm.mismatched), minute(alarm.raised_at)],
      alarm.cleared_at === null ? 'open' : minute(alarm.cleared_at),
    ]),
  )
}

/** An instant to the minute. */
export const minute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')
