import { randomUUID } from 'node:crypto'
import { claimHour, type LedgerEntry, noteHours, type Pool, writeHour } from '@omnistream/postgres'

export const emptyEntry = (tenantId: string, accountId: string): LedgerEntry => ({
  ...{ tenantId, accountId, channel: 'whatsapp', webhooks: 0, pending: 0, overdue: 0, oldestPendingAt: null },
  ...{ mismatched: 0, received: 0, stored: 0, merged: 0, duplicate: 0, ignored: 0, unrouted: 0, failed: 0 },
  reasons: {},
})

/** Writes an owner's hour as the engine does after a count. */
export async function putLedger(
  pool: Pool,
  owned: { ownerId: string; hour: Date },
  entries: readonly LedgerEntry[],
): Promise<void> {
  const now = new Date()
  await noteHours(pool, [owned], { dueAt: now })
  const claim = await claimHour(pool, { token: randomUUID(), leaseMs: 60_000, now })
  if (claim?.ownerId !== owned.ownerId) throw new Error('another hour was due')
  await writeHour(pool, claim, { entries, recheckAt: null, notBefore: now, now })
}
