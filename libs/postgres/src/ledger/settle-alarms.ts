import type { Queryable } from '../pool.ts'

/**
 * Opens an alarm for each account of these tenants whose hour is unbalanced and has none open, and clears those that
 * are balanced now. The partial unique index keeps it to one open alarm each.
 */
export const settleAlarms = async (
  db: Queryable,
  input: { hour: Date; tenants: readonly string[]; now: Date },
): Promise<void> => {
  const values = [input.hour, input.tenants, input.now]
  await db.query(
    `insert into loss_ledger_alarms as a (id, tenant_id, account_id, channel, hour, overdue, mismatched, oldest_pending_at, raised_at)
      select gen_random_uuid(), tenant_id, account_id, channel, hour, sum(overdue), sum(mismatched),
        min(oldest_pending_at) filter (where overdue > 0), $3
      from loss_ledger where tenant_id = any($2::uuid[]) and hour = $1
      group by tenant_id, account_id, channel, hour having sum(overdue) > 0 or sum(mismatched) > 0
      on conflict (hour, tenant_id, account_id, channel) where cleared_at is null do update set
        overdue = excluded.overdue, mismatched = excluded.mismatched, oldest_pending_at = excluded.oldest_pending_at`,
    values,
  )
  await db.query(
    `update loss_ledger_alarms a set cleared_at = $3
      where a.hour = $1 and a.tenant_id = any($2::uuid[]) and a.cleared_at is null and not exists (
        select 1 from loss_ledger l where l.tenant_id = a.tenant_id and l.hour = a.hour and l.channel = a.channel
          and l.account_id = a.account_id and (l.overdue > 0 or l.mismatched > 0))`,
    values,
  )
}
