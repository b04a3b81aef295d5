import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { orm } from '../orm.ts'
import type { Pool } from '../pool.ts'
import { drift } from '../schema-ledger.ts'
import type { DriftKind } from './put-drift.ts'

/** A type, field or event that the parser of its channel does not know. */
export type Drift = typeof drift.$inferSelect

/** A tenant's drift, first seen last on top; `before` is the last one of the page above. */
export const listDrift = (
  pool: Pool,
  input: {
    tenantId: string
    channel?: string
    what?: DriftKind
    before?: { firstSeenAt: Date; id: string }
    limit: number
  },
): Promise<Drift[]> => {
  const { tenantId, channel, what, before, limit } = input
  const older =
    before === undefined
      ? undefined
      : sql`(${drift.firstSeenAt}, ${drift.id}) < (${before.firstSeenAt.toISOString()}::timestamptz, ${before.id}::uuid)`
  return orm(pool)
    .select()
    .from(drift)
    .where(
      and(
        eq(drift.tenantId, tenantId),
        channel === undefined ? undefined : eq(drift.channel, channel),
        what === undefined ? undefined : eq(drift.what, what),
        older,
      ),
    )
    .orderBy(desc(drift.firstSeenAt), desc(drift.id))
    .limit(limit)
}

export const getDrift = async (
  pool: Pool,
  key: { tenantId: string; id: string },
): Promise<Drift | undefined> => {
  const [row] = await orm(pool)
    .select()
    .from(drift)
    .where(and(eq(drift.tenantId, key.tenantId), eq(drift.id, key.id)))
    .limit(1)
  return row
}

/** Drift whose event has not gone out yet, oldest first. */
export const listUntoldDrift = (pool: Pool, limit: number): Promise<Drift[]> =>
  orm(pool).select().from(drift).where(isNull(drift.toldAt)).orderBy(drift.firstSeenAt).limit(limit)

export const markDriftTold = async (pool: Pool, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await pool.query('update drift set told_at = $2 where id = any($1::uuid[]) and told_at is null', [ids, now])
}
