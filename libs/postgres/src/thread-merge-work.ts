import type { Pool } from './pool.ts'
import { selectThreadMerges, type ThreadMergeRecord } from './thread-merge-records.ts'

/** What the engine has to do about merged threads; the same steps as for contacts (merge-work.ts). */

/** Merges and undone merges that nobody has been told of yet. */
export const listUntoldThreadMerges = async (
  pool: Pool,
  limit: number,
): Promise<(ThreadMergeRecord & { told: boolean })[]> => {
  const { rows } = await pool.query<ThreadMergeRecord & { told: boolean }>(
    `${selectThreadMerges.replace(/\n {2}from /, ', told_at is not null as told\n  from ')}
      where told_at is null or (undone_at is not null and undo_told_at is null)
      order by merged_at limit $1`,
    [limit],
  )
  return rows
}

/** Says which of a merge's two events are out. */
export const markThreadMergeTold = async (
  pool: Pool,
  input: { tenantId: string; id: string; undone: boolean; now: Date },
): Promise<void> => {
  await pool.query(
    `update conversation_merges set told_at = coalesce(told_at, $3),
        undo_told_at = case when $4::boolean then coalesce(undo_told_at, $3) else undo_told_at end
      where tenant_id = $1 and id = $2`,
    [input.tenantId, input.id, input.now, input.undone],
  )
}

/** Merges that were told and are old enough to be moved once more, for good. */
export const listSettledThreadMerges = async (
  pool: Pool,
  input: { before: Date; limit: number },
): Promise<ThreadMergeRecord[]> => {
  const { rows } = await pool.query<ThreadMergeRecord>(
    `${selectThreadMerges}
      where done_at is null and undone_at is null and merged_at <= $1 and told_at is not null
      order by merged_at limit $2`,
    [input.before, input.limit],
  )
  return rows
}

/** The same for undone merges. */
export const listSettledThreadUndos = async (
  pool: Pool,
  input: { before: Date; limit: number },
): Promise<ThreadMergeRecord[]> => {
  const { rows } = await pool.query<ThreadMergeRecord>(
    `${selectThreadMerges}
      where undone_at is not null and undo_done_at is null and undone_at <= $1 and undo_told_at is not null
      order by undone_at limit $2`,
    [input.before, input.limit],
  )
  return rows
}

/** Says that everything has been moved, or moved back. Idempotent. */
export const finishThreadMerge = async (
  pool: Pool,
  input: { tenantId: string; id: string; now: Date },
): Promise<void> => {
  await pool.query(
    `update conversation_merges set
        done_at = case when undone_at is null then coalesce(done_at, $3) else done_at end,
        undo_done_at = case when undone_at is null then undo_done_at else coalesce(undo_done_at, $3) end
      where tenant_id = $1 and id = $2`,
    [input.tenantId, input.id, input.now],
  )
}
