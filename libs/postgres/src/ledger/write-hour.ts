import type { Pool, Queryable } from '../pool.ts'
import { storableText } from '../storable.ts'
import { transaction } from '../transaction.ts'
import type { ClaimedHour } from './claim-hour.ts'
import { nobody } from './nobody.ts'
import { settleAlarms } from './settle-alarms.ts'

/** The outcomes of updates: `received` is their sum. */
export const ledgerOutcomes = ['stored', 'merged', 'duplicate', 'ignored', 'unrouted', 'failed'] as const
export type LedgerOutcome = (typeof ledgerOutcomes)[number]

/** What the ledger says of one tenant, account and channel in an hour. */
export type LedgerEntry = Record<LedgerOutcome | 'received', number> & {
  tenantId: string
  accountId: string
  channel: string
  webhooks: number
  pending: number
  overdue: number
  oldestPendingAt: Date | null
  mismatched: number
  reasons: Record<string, number>
}

export type HourCount = {
  entries: readonly LedgerEntry[]
  /** When time alone may change the outcome: the next pending webhook is overdue. */
  recheckAt: Date | null
  /** The hour is not counted again before this. */
  notBefore: Date
  now: Date
}

/** `lost`: another engine has taken the hour. `rows gone`: it had more webhooks before, and what it said stays. */
export type WrittenHour = 'written' | 'lost' | 'rows gone'

/**
 * Replaces what the ledger says of one owner's webhooks in an hour, and raises and clears its alarms; all or nothing,
 * and nothing where the lease is lost. A tenant's webhooks never become fewer but by expiry or by hand, so a smaller
 * count does not replace a greater one.
 */
export const writeHour = (pool: Pool, claim: ClaimedHour, count: HourCount): Promise<WrittenHour> =>
  transaction(pool, async (client) => {
    // Two owners' webhooks of one hour may belong to one account: its alarm is judged by one of them at a time.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `loss_ledger ${claim.hour.toISOString()}`,
    ])
    const { rows } = await client.query<{ webhooks: string }>(
      'select webhooks from loss_ledger_hours where owner_id = $1 and hour = $2 and lock_token = $3 for update',
      [claim.ownerId, claim.hour, claim.token],
    )
    const [before] = rows
    if (before === undefined) return 'lost'
    const webhooks = count.entries.reduce((sum, entry) => sum + entry.webhooks, 0)
    const gone = claim.ownerId !== nobody && webhooks < Number(before.webhooks)
    if (!gone) {
      const tenants = await replaceEntries(client, claim, count.entries)
      await settleAlarms(client, { hour: claim.hour, tenants, now: count.now })
    }
    await finish(client, claim, count, gone ? Number(before.webhooks) : webhooks)
    return gone ? 'rows gone' : 'written'
  })

/** Out: every tenant whose entries may have changed. */
const replaceEntries = async (
  db: Queryable,
  { ownerId, hour }: ClaimedHour,
  entries: readonly LedgerEntry[],
): Promise<string[]> => {
  const { rows } = await db.query<{ tenantId: string }>(
    'delete from loss_ledger where hour = $1 and owner_id = $2 returning tenant_id as "tenantId"',
    [hour, ownerId],
  )
  const column = <Key extends keyof LedgerEntry>(key: Key): LedgerEntry[Key][] =>
    entries.map((entry) => entry[key])
  await db.query(
    `insert into loss_ledger (hour, owner_id, tenant_id, account_id, channel, webhooks, pending, overdue, oldest_pending_at,
        mismatched, received, stored, merged, duplicate, ignored, unrouted, failed, reasons)
      select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
        $9::timestamptz[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
        $16::bigint[], $17::bigint[], $18::jsonb[])`,
    [
      ...[hour, ownerId, column('tenantId'), column('accountId'), column('channel'), column('webhooks')],
      ...[column('pending'), column('overdue'), column('oldestPendingAt'), column('mismatched')],
      ...[column('received'), ...ledgerOutcomes.map(column), column('reasons').map(storableReasons)],
    ],
  )
  return [...new Set([...rows.map(({ tenantId }) => tenantId), ...column('tenantId')])]
}

const storableReasons = (reasons: Record<string, number>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(reasons).map(([reason, count]) => [storableText(reason), count])),
  )

/** Due again where the hour changed during the count, or where time will change it. */
const finish = async (
  db: Queryable,
  { ownerId, hour, generation }: ClaimedHour,
  { recheckAt, notBefore, now }: HourCount,
  webhooks: number,
): Promise<void> => {
  const recheck = recheckAt === null ? null : new Date(Math.max(recheckAt.getTime(), notBefore.getTime()))
  await db.query(
    `update loss_ledger_hours set counted = $3, webhooks = $4, counted_at = $5, not_before = $6,
        due_at = case when generation = $3 then $7::timestamptz else $6 end, locked_until = null, lock_token = null
      where owner_id = $1 and hour = $2`,
    [ownerId, hour, generation, webhooks, now, notBefore, recheck],
  )
}
