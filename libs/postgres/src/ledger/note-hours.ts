import type { Pool } from '../pool.ts'

/** The webhooks of one owner (`nobody` where there is none) received in one UTC hour. */
export type OwnedHour = { ownerId: string; hour: Date }

/**
 * Says that webhooks of these hours have changed and must be counted again, in one statement. An hour that rests after
 * a long count is due when its rest is over; one that is due already stays so. `dueAt` is the earliest. Hours that were
 * counted at or after `unlessCountedSince` are left as they are.
 */
export const noteHours = async (
  pool: Pool,
  hours: readonly OwnedHour[],
  { dueAt, unlessCountedSince = null }: { dueAt: Date; unlessCountedSince?: Date | null },
): Promise<void> => {
  if (hours.length === 0) return
  await pool.query({
    name: 'ledger_note_hours',
    // Rows are locked in one order, so that two batches cannot wait for each other.
    text: `insert into loss_ledger_hours as h (owner_id, hour, due_at)
      select distinct owner_id, hour, $3::timestamptz from unnest($1::uuid[], $2::timestamptz[]) r(owner_id, hour) order by 1, 2
      on conflict (owner_id, hour) do update set
        generation = h.generation + 1,
        due_at = least(h.due_at, greatest(excluded.due_at, h.not_before))
      where $4::timestamptz is null or h.counted_at is null or h.counted_at < $4`,
    values: [hours.map(({ ownerId }) => ownerId), hours.map(({ hour }) => hour), dueAt, unlessCountedSince],
  })
}
