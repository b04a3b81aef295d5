import { type ContactMergeRecord, selectContactMerges } from './contact-merge-records.ts'
import type { Pool } from './pool.ts'

/** What the engine has to do about merges of contacts, in the order in which they happened. */

/** Merges and undone merges that nobody has been told of yet: the first thing to do about each. */
export const listUntoldMerges = async (
  pool: Pool,
  limit: number,
): Promise<(ContactMergeRecord & { told: boolean })[]> => {
  const { rows } = await pool.query<ContactMergeRecord & { told: boolean }>(
    `${selectContactMerges.replace(/\n {2}from /, ', told_at is not null as told\n  from ')}
      where told_at is null or (undone_at is not null and undo_told_at is null)
      order by merged_at limit $1`,
    [limit],
  )
  return rows
}

/** Says which of a merge's two events are out. */
export const markMergeTold = async (
  pool: Pool,
  input: { tenantId: string; id: string; undone: boolean; now: Date },
): Promise<void> => {
  await pool.query(
    `update contact_merges set told_at = coalesce(told_at, $3),
        undo_told_at = case when $4::boolean then coalesce(undo_told_at, $3) else undo_told_at end
      where tenant_id = $1 and id = $2`,
    [input.tenantId, input.id, input.now, input.undone],
  )
}

/** Undone merges that were told, are old enough that no batch still writes by them, and are to be moved back once more. */
export const listSettledUndos = async (
  pool: Pool,
  input: { undoneBefore: Date; limit: number },
): Promise<ContactMergeRecord[]> => {
  const { rows } = await pool.query<ContactMergeRecord>(
    `${selectContactMerges}
      where undone_at is not null and undo_done_at is null and undone_at <= $1 and undo_told_at is not null
      order by undone_at limit $2`,
    [input.undoneBefore, input.limit],
  )
  return rows
}

/** Says that everything of an undone merge is back. Idempotent. */
export const finishUndo = async (
  pool: Pool,
  input: { tenantId: string; id: string; now: Date },
): Promise<void> => {
  await pool.query(
    'update contact_merges set undo_done_at = $3 where tenant_id = $1 and id = $2 and undo_done_at is null',
    [input.tenantId, input.id, input.now],
  )
}

/** The contact itself and all that were merged into it, directly or through others. */
export const contactMembers = async (
  pool: Pool,
  key: { tenantId: string; contactId: string },
): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `with recursive members as (
        select id from contacts where tenant_id = $1 and id = $2
        union
        select c.id from members m join contacts c on c.merged_into = m.id
      )
      select id from members`,
    [key.tenantId, key.contactId],
  )
  return rows.map(({ id }) => id)
}

/** The contact at the end of the merges; the contact itself where it is not merged. */
export const contactRoot = async (
  pool: Pool,
  key: { tenantId: string; contactId: string },
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ id: string }>(
    `with recursive chain as (
        select id, merged_into from contacts where tenant_id = $1 and id = $2
        union
        select c.id, c.merged_into from chain h join contacts c on c.id = h.merged_into
      )
      select id from chain where merged_into is null`,
    [key.tenantId, key.contactId],
  )
  return rows[0]?.id
}
