import { z } from 'zod'

/** The parts of the API's ledger and drift that the command reads. */

const page = z.object({ next: z.string().nullable() })

const counts = {
  ...{ webhooks: z.number(), pending: z.number(), overdue: z.number(), mismatched: z.number() },
  ...{ received: z.number(), stored: z.number(), merged: z.number(), duplicate: z.number() },
  ...{ ignored: z.number(), unrouted: z.number(), failed: z.number(), balanced: z.boolean() },
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
}

export const ledgerRow = z.looseObject({
  ...{ from: z.string(), channel: z.string(), account_id: z.string().nullable() },
  ...counts,
})

export const ledgerPage = z.looseObject({
  ...{ from: z.string(), to: z.string(), bucket: z.enum(['hour', 'day']) },
  totals: z.looseObject(counts),
  data: z.array(ledgerRow),
  page,
})

export const ledgerAlarm = z.looseObject({
  ...{ id: z.string(), hour: z.string(), channel: z.string(), account_id: z.string().nullable() },
  ...{ overdue: z.number(), mismatched: z.number() },
  ...{ raised_at: z.string(), cleared_at: z.string().nullable() },
})

export const ledgerAlarmPage = z.looseObject({ data: z.array(ledgerAlarm), page })

export const drift = z.looseObject({
  ...{ id: z.string(), channel: z.string(), what: z.string(), name: z.string(), count: z.number() },
  ...{ first_seen_at: z.string(), last_seen_at: z.string(), parser_version: z.number() },
  ...{ audit_id: z.string(), audit_path: z.string() },
})

export const driftPage = z.looseObject({ data: z.array(drift), page })

export const driftDetail = drift.extend({ fragment: z.string().nullable(), fragment_truncated: z.boolean() })

export type LedgerCounts = z.infer<typeof ledgerPage>['totals']
export type LedgerRow = z.infer<typeof ledgerRow>
export type LedgerPage = z.infer<typeof ledgerPage>
export type LedgerAlarm = z.infer<typeof ledgerAlarm>
export type Drift = z.infer<typeof drift>
