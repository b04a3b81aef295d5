import type { ContactMerge } from './contacts/plan-contacts.ts'
import type { Pool } from './pool.ts'

export type PendingMerge = ContactMerge & { mergedAt: Date }

/**
 * Merges whose messages and conversations are not known to be moved yet, oldest first; `into` is the contact that is
 * left after all later merges. A crash between a merge and the move leaves it here.
 */
export const listPendingMerges = async (
  pool: Pool,
  input: { mergedBefore: Date; limit: number },
): Promise<PendingMerge[]> => {
  const { rows } = await pool.query<PendingMerge>(
    `with recursive pending as (
        select id, tenant_id, account_id, merged_at, merged_into from contacts
        where merged_into is not null and merge_done_at is null and merged_at <= $1
        order by merged_at limit $2
      ), chain as (
        select id, merged_into as target, 0 as depth from pending
        union all
        select h.id, c.merged_into, h.depth + 1 from chain h join contacts c on c.id = h.target
        where c.merged_into is not null and h.depth < 64
      )
      select p.tenant_id as "tenantId", p.account_id as "accountId", p.id as "from", h.target as "into", p.merged_at as "mergedAt"
      from pending p join lateral (select target from chain where chain.id = p.id order by depth desc limit 1) h on true
      order by p.merged_at, p.id`,
    [input.mergedBefore, input.limit],
  )
  return rows
}

/** Says that everything of the merged contact has been moved. Idempotent. */
export const finishMerge = async (
  pool: Pool,
  input: { tenantId: string; from: string; now?: Date },
): Promise<void> => {
  await pool.query(
    `update contacts set merge_done_at = $3
      where tenant_id = $1 and id = $2 and merged_into is not null and merge_done_at is null`,
    [input.tenantId, input.from, input.now ?? new Date()],
  )
}
