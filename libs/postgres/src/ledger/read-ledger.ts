import type { Pool } from '../pool.ts'
import { type LedgerOutcome, ledgerOutcomes } from './write-hour.ts'

export type LedgerBucketSize = 'hour' | 'day'

export type LedgerCounts = Record<
  'webhooks' | 'pending' | 'overdue' | 'mismatched' | 'received' | LedgerOutcome,
  number
>

/** What the ledger says of an account in an hour or a UTC day. */
export type LedgerBucket = LedgerCounts & {
  from: Date
  channel: string
  accountId: string
  /** Reasons of the hours and owners that the bucket is made of. */
  reasons: Record<string, number>[]
}

export type LedgerRange = {
  tenantId: string
  /** UTC hours: from this one, and before that one. */
  from: Date
  to: Date
  channel?: string
  accountId?: string
}

export type LedgerPlace = { from: Date; channel: string; accountId: string }

const countNames = ['webhooks', 'pending', 'overdue', 'mismatched', 'received', ...ledgerOutcomes] as const
/** A sum of bigints is a numeric, which the driver gives as text; doubles are exact far beyond any count. */
const sums = countNames.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ')
const lengthMs = { hour: 3_600_000, day: 86_400_000 }

const scope = ({ tenantId, from, to, channel, accountId }: LedgerRange) => {
  const values: unknown[] = [tenantId, from, to]
  const and = (condition: string, value: unknown): string => {
    if (value === undefined) return ''
    values.push(value)
    return ` and ${condition} = $${values.length}`
  }
  const where = `tenant_id = $1 and hour >= $2 and hour < $3${and('channel', channel)}${and('account_id', accountId)}`
  return { where, values }
}

/** Buckets of a tenant, newest first, then by channel and account; `after` is the last one of the page before. */
export const listLedger = async (
  pool: Pool,
  input: LedgerRange & { bucket: LedgerBucketSize; after?: LedgerPlace; limit: number },
): Promise<LedgerBucket[]> => {
  const { after, bucket } = input
  const to =
    after === undefined
      ? input.to
      : new Date(Math.min(input.to.getTime(), after.from.getTime() + lengthMs[bucket]))
  const { where, values } = scope({ ...input, to })
  const size = `$${values.push(bucket)}`
  const beyond =
    after === undefined
      ? ''
      : `where "from" < $${values.push(after.from)}::timestamptz
          or ("from" = $${values.length} and (channel, "accountId") > ($${values.push(after.channel)}, $${values.push(after.accountId)}::uuid))`
  const { rows } = await pool.query<LedgerBucket>(
    `select * from (
        select date_trunc(${size}, hour, 'UTC') as "from", channel, account_id as "accountId", ${sums},
          coalesce(jsonb_agg(reasons) filter (where reasons <> '{}'), '[]') as reasons
        from loss_ledger where ${where} group by 1, 2, 3) buckets
      ${beyond} order by "from" desc, channel, "accountId" limit $${values.push(input.limit)}`,
    values,
  )
  return rows
}

/** The sums of a range, with the most frequent reasons. */
export const sumLedger = async (
  pool: Pool,
  range: LedgerRange & { reasonsMax: number },
): Promise<LedgerCounts & { reasons: { reason: string; count: number }[] }> => {
  const { where, values } = scope(range)
  const counts = await pool.query<LedgerCounts>(`select ${sums} from loss_ledger where ${where}`, values)
  const reasons = await pool.query<{ reason: string; count: number }>(
    `select key as reason, sum(value::bigint)::float8 as count from loss_ledger, jsonb_each_text(reasons)
      where ${where} group by key order by 2 desc, 1 limit $${values.length + 1}`,
    [...values, range.reasonsMax],
  )
  const [row] = counts.rows
  if (row === undefined) throw new Error('a sum without a group has one row')
  return { ...row, reasons: reasons.rows }
}

/** What the ledger says of all tenants and of nobody since an hour, by channel: for metrics. */
export const sumLedgerByChannel = async (
  pool: Pool,
  since: Date,
): Promise<(LedgerCounts & { channel: string })[]> => {
  const { rows } = await pool.query<LedgerCounts & { channel: string }>(
    `select channel, ${sums} from loss_ledger where hour >= $1 group by channel`,
    [since],
  )
  return rows
}
