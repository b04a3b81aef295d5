import type { StepOutcome } from '../outcomes.ts'
import { type Place, writeCursor } from './cursor.ts'

const limitDefault = 1_000
const limitMax = 10_000

type StepRow = { count: number; isFull: boolean; at: Date | null; id: string | null }

/** What a step's statement says of it: where there may be more, the next one begins behind its last row. */
export function stepOf(row: StepRow | undefined): StepOutcome {
  if (row === undefined) throw new Error('the step gave no answer')
  const { count, isFull, at, id } = row
  return { ok: true, count, next: isFull && at !== null && id !== null ? writeCursor({ at, id }) : null }
}

/** The place after which a step begins, where all of them end, and how many rows it reads. */
export function oldestFirst(
  range: { from?: Date | undefined; to?: Date | undefined; limit?: number | undefined },
  after: Place | undefined,
): [at: Date | string, id: string, to: Date | string, limit: number] {
  const limit = Math.max(1, Math.min(limitMax, Math.floor(range.limit ?? limitDefault) || limitDefault))
  // `from` is inclusive: every id is above the empty one.
  const begin: [Date | string, string] = after ? [after.at, after.id] : [range.from ?? '-infinity', '']
  return [...begin, range.to ?? 'infinity', limit]
}
