import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { orm } from '../orm.ts'
import type { Pool } from '../pool.ts'
import { lossLedgerAlarms as alarms } from '../schema-ledger.ts'

/** An hour of an account that was found unbalanced; open while `clearedAt` is null. */
export type LedgerAlarm = typeof alarms.$inferSelect

/** Alarms that were raised or cleared and whose event has not gone out yet, oldest first. */
export const listUntoldAlarms = (pool: Pool, limit: number): Promise<LedgerAlarm[]> =>
  orm(pool)
    .select()
    .from(alarms)
    .where(or(isNull(alarms.raisedToldAt), and(isNotNull(alarms.clearedAt), isNull(alarms.clearedToldAt))))
    .orderBy(alarms.raisedAt)
    .limit(limit)

/** Notes that events have gone out; what one engine has noted stays. */
export const markAlarmsTold = async (
  pool: Pool,
  told: { raised: readonly string[]; cleared: readonly string[]; now: Date },
): Promise<void> => {
  if (told.raised.length + told.cleared.length === 0) return
  await pool.query(
    `update loss_ledger_alarms set
        raised_told_at = case when id = any($1::uuid[]) then coalesce(raised_told_at, $3) else raised_told_at end,
        cleared_told_at = case when id = any($2::uuid[]) then coalesce(cleared_told_at, $3) else cleared_told_at end
      where id = any($1::uuid[] || $2::uuid[])`,
    [told.raised, told.cleared, told.now],
  )
}

/** A tenant's alarms, newest first; `before` is the last one of the page above. */
export const listAlarms = (
  pool: Pool,
  input: { tenantId: string; open?: boolean; before?: { raisedAt: Date; id: string }; limit: number },
): Promise<LedgerAlarm[]> => {
  const older =
    input.before === undefined
      ? undefined
      : sql`(${alarms.raisedAt}, ${alarms.id}) < (${input.before.raisedAt.toISOString()}::timestamptz, ${input.before.id}::uuid)`
  const state =
    input.open === undefined ? undefined : input.open ? isNull(alarms.clearedAt) : isNotNull(alarms.clearedAt)
  return orm(pool)
    .select()
    .from(alarms)
    .where(and(eq(alarms.tenantId, input.tenantId), older, state))
    .orderBy(desc(alarms.raisedAt), desc(alarms.id))
    .limit(input.limit)
}

/** Alarms that are open now, by channel; of all tenants and of nobody's webhooks. */
export const countOpenAlarms = async (pool: Pool): Promise<{ channel: string; hours: number }[]> => {
  const { rows } = await pool.query<{ channel: string; hours: number }>(
    'select channel, count(*)::int as hours from loss_ledger_alarms where cleared_at is null group by channel',
  )
  return rows
}
