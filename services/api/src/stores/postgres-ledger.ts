import {
  type LedgerAlarm,
  type LedgerBucket,
  type LedgerCounts,
  listAlarms,
  listLedger,
  nobody,
  type Pool,
  sumLedger,
} from '@omnistream/postgres'
import type { LedgerAlarmJson, LedgerRowJson } from '../ledger/ledger-schema.ts'
import type { LedgerQuestion, LedgerStore } from '../ledger/ledger-store.ts'

const reasonsMax = 50
const bucketMs = { hour: 3_600_000, day: 86_400_000 }

/** The loss ledger from the suite's PostgreSQL schema, as the engine counted it. */
export function postgresLedger(pool: Pool): LedgerStore {
  return {
    async list(tenantId, { bucket, before, limit, ...question }) {
      const after = before && { from: before.from, channel: before.channel, accountId: before.account }
      const rows = await listLedger(pool, {
        ...rangeOf(tenantId, question),
        ...(after === undefined ? {} : { after }),
        ...{ bucket, limit },
      })
      return rows.map((row) => rowJson(row, bucketMs[bucket]))
    },
    async totals(tenantId, question) {
      const sums = await sumLedger(pool, { ...rangeOf(tenantId, question), reasonsMax })
      return { ...sums, balanced: isBalanced(sums) }
    },
    async alarms(tenantId, { open, before, limit }) {
      const alarms = await listAlarms(pool, {
        ...{ tenantId, limit },
        ...(open === undefined ? {} : { open }),
        ...(before === undefined ? {} : { before }),
      })
      return alarms.map(alarmJson)
    },
  }
}

const rangeOf = (tenantId: string, { from, to, channel, account }: LedgerQuestion) => ({
  ...{ tenantId, from, to },
  ...(channel === undefined ? {} : { channel }),
  ...(account === undefined ? {} : { accountId: account }),
})

const isBalanced = ({ overdue, mismatched }: LedgerCounts): boolean => overdue === 0 && mismatched === 0

function rowJson({ from, accountId, reasons, ...row }: LedgerBucket, lengthMs: number): LedgerRowJson {
  return {
    ...row,
    from: from.toISOString(),
    to: new Date(from.getTime() + lengthMs).toISOString(),
    account_id: knownId(accountId),
    reasons: topReasons(reasons),
    balanced: isBalanced(row),
  }
}

function topReasons(hours: readonly Record<string, number>[]): LedgerRowJson['reasons'] {
  const sums = new Map<string, number>()
  for (const [reason, count] of hours.flatMap((hour) => Object.entries(hour))) {
    sums.set(reason, (sums.get(reason) ?? 0) + count)
  }
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, reasonsMax)
}

const alarmJson = (alarm: LedgerAlarm): LedgerAlarmJson => ({
  ...{ id: alarm.id, hour: alarm.hour.toISOString(), channel: alarm.channel },
  ...{ account_id: knownId(alarm.accountId), overdue: alarm.overdue, mismatched: alarm.mismatched },
  oldest_pending_at: alarm.oldestPendingAt?.toISOString() ?? null,
  raised_at: alarm.raisedAt.toISOString(),
  cleared_at: alarm.clearedAt?.toISOString() ?? null,
})

const knownId = (id: string): string | null => (id === nobody ? null : id)
