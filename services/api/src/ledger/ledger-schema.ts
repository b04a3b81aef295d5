import { z } from '@hono/zod-openapi'
import { idOutput, timeOutput } from '../http/outputs.ts'

const count = z.number().int()

const countShape = {
  webhooks: count.openapi({ description: 'Stored; those that speak of several accounts stand under none' }),
  pending: count.openapi({ description: 'Of these, the ones that are not parsed yet' }),
  overdue: count.openapi({ description: 'Of the pending ones, those that wait for longer than they may' }),
  mismatched: count.openapi({ description: 'Webhooks whose updates did not each have one outcome' }),
  received: count.openapi({ description: 'Updates; the sum of the six outcomes' }),
  ...{ stored: count, merged: count, duplicate: count, ignored: count, unrouted: count, failed: count },
  reasons: z
    .array(z.object({ reason: z.string(), count }))
    .openapi({ description: 'Why updates were ignored or unrouted, most frequent first' }),
  balanced: z.boolean().openapi({ description: 'Nothing is overdue and nothing mismatched' }),
}

export const ledgerRowSchema = z
  .object({
    from: timeOutput,
    to: timeOutput,
    channel: z.string(),
    account_id: idOutput.nullable().openapi({ description: 'null: not known, or several' }),
    ...countShape,
  })
  .openapi('LedgerRow')

export const ledgerSchema = z
  .object({
    from: timeOutput,
    to: timeOutput,
    bucket: z.enum(['hour', 'day']),
    totals: z.object(countShape).openapi({ description: 'Of the whole range, not of the page' }),
    data: z.array(ledgerRowSchema),
    page: z.object({ next: z.string().nullable() }),
  })
  .openapi('Ledger')

export const ledgerAlarmSchema = z
  .object({
    id: idOutput,
    hour: timeOutput,
    channel: z.string(),
    account_id: idOutput.nullable(),
    overdue: count,
    mismatched: count,
    oldest_pending_at: timeOutput.nullable(),
    raised_at: timeOutput,
    cleared_at: timeOutput.nullable().openapi({ description: 'null while it is open' }),
  })
  .openapi('LedgerAlarm')

export const ledgerAlarmListSchema = z
  .object({ data: z.array(ledgerAlarmSchema), page: z.object({ next: z.string().nullable() }) })
  .openapi('LedgerAlarmList')

export type LedgerRowJson = z.infer<typeof ledgerRowSchema>
export type LedgerTotalsJson = z.infer<typeof ledgerSchema>['totals']
export type LedgerAlarmJson = z.infer<typeof ledgerAlarmSchema>
