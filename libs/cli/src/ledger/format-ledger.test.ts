import { expect, it } from 'vitest'
import { formatAlarms, formatLedger } from './format-ledger.ts'

const counts = {
  ...{ webhooks: 3, pending: 0, overdue: 0, mismatched: 0, received: 5, stored: 2, merged: 1, duplicate: 0 },
  ...{ ignored: 2, unrouted: 0, failed: 0, reasons: [{ reason: 'typing', count: 2 }], balanced: true },
}
const row = { from: '2026-09-01T10:00:00.000Z', channel: 'whatsapp', account_id: 'a-1', ...counts }
const page = {
  ...{
    from: row.from,
    to: row.from,
    bucket: 'hour' as const,
    totals: counts,
    data: [row],
    page: { next: null },
  },
}

it('prints a line for each row, the sums last, and the reasons', () => {
  const lines = formatLedger(page, [row]).split('\n')
  expect(lines[1]).toMatch(/^2026-09-01 10:00 +whatsapp +a-1 +3 +0 +5 +2 +1 +0 +2 +0 +0$/)
  expect(lines[2]).toMatch(/^sum +3 +0 +5 /)
  expect(lines.at(-1)).toMatch(/^2 +typing$/)
})

it('says what does not add up, and prints days as days', () => {
  const bad = { ...row, account_id: null, balanced: false, overdue: 2, mismatched: 1 }
  const line = formatLedger({ ...page, bucket: 'day' }, [bad]).split('\n')[1]
  expect(line).toMatch(/^2026-09-01 +whatsapp +none or several .*2 overdue, 1 do not add up$/)
})

it('says so where there is nothing', () => {
  expect(formatLedger({ ...page, totals: { ...counts, webhooks: 0, received: 0 } }, [])).toBe(
    'nothing was received',
  )
  expect(formatAlarms([])).toBe('no alarms')
})

it('tells open alarms from cleared ones', () => {
  const alarm = {
    ...{ id: 'x', hour: row.from, channel: 'whatsapp', account_id: null, overdue: 1, mismatched: 0 },
    ...{ raised_at: '2026-09-01T10:31:00.000Z', cleared_at: null },
  }
  const lines = formatAlarms([alarm, { ...alarm, cleared_at: '2026-09-01T11:00:00.000Z' }]).split('\n')
  expect(lines[1]).toMatch(/2026-09-01 10:31 +open$/)
  expect(lines[2]).toMatch(/2026-09-01 10:31 +2026-09-01 11:00$/)
})
