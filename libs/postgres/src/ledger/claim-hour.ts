import type { Pool } from '../pool.ts'
import type { OwnedHour } from './note-hours.ts'

/** An hour that one engine alone may count, until its lease ends. `generation` is what the count will cover. */
export type ClaimedHour = OwnedHour & { generation: number; token: string }

/** Takes the hour that has been due for longest and that nobody counts. Out: undefined where there is none. */
export const claimHour = async (
  pool: Pool,
  input: { token: string; leaseMs: number; now: Date },
): Promise<ClaimedHour | undefined> => {
  const { rows } = await pool.query<OwnedHour & { generation: string }>({
    ...claimHourQuery(input),
    name: 'ledger_claim_hour',
  })
  const [row] = rows
  return row && { ...row, generation: Number(row.generation), token: input.token }
}

/** Exported so that a test can look at its plan. */
export const claimHourQuery = (input: { token: string; leaseMs: number; now: Date }) => ({
  text: `update loss_ledger_hours set lock_token = $2, locked_until = $3
    where (owner_id, hour) = (
      select owner_id, hour from loss_ledger_hours
      where due_at <= $1 and (locked_until is null or locked_until <= $1)
      order by due_at limit 1 for update skip locked)
    returning owner_id as "ownerId", hour, generation`,
  values: [input.now, input.token, new Date(input.now.getTime() + input.leaseMs)],
})

/** Keeps the lease of a count that takes long. Out: false where another engine has taken the hour. */
export const keepHour = async (
  pool: Pool,
  { ownerId, hour, token }: ClaimedHour,
  lockedUntil: Date,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'update loss_ledger_hours set locked_until = $4 where owner_id = $1 and hour = $2 and lock_token = $3',
    [ownerId, hour, token, lockedUntil],
  )
  return rowCount === 1
}

/** Gives an hour back as it stands in the ledger; it is counted again only when something notes it anew. */
export const leaveHour = async (pool: Pool, { ownerId, hour, token }: ClaimedHour): Promise<void> => {
  await pool.query(
    `update loss_ledger_hours set due_at = null, locked_until = null, lock_token = null
      where owner_id = $1 and hour = $2 and lock_token = $3`,
    [ownerId, hour, token],
  )
}
