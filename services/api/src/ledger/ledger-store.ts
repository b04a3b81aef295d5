import type { LedgerCursor } from './ledger-cursor.ts'
import type { LedgerBucketName } from './ledger-inputs.ts'
import type { LedgerAlarmJson, LedgerRowJson, LedgerTotalsJson } from './ledger-schema.ts'

export type LedgerQuestion = {
  from: Date
  to: Date
  channel?: string | undefined
  account?: string | undefined
}

/** The loss ledger of a tenant; what belongs to nobody is never in it. */
export type LedgerStore = {
  /** Newest first, beyond a place. */
  list(
    tenantId: string,
    question: LedgerQuestion & {
      bucket: LedgerBucketName
      before: LedgerCursor | undefined
      limit: number
    },
  ): Promise<LedgerRowJson[]>
  totals(tenantId: string, question: LedgerQuestion): Promise<LedgerTotalsJson>
  /** Newest first, older than a place. */
  alarms(
    tenantId: string,
    question: {
      open: boolean | undefined
      before: { raisedAt: Date; id: string } | undefined
      limit: number
    },
  ): Promise<LedgerAlarmJson[]>
}
