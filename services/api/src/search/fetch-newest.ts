import type { MessageDocument } from '@omnistream/mongo/documents'
import { isTimeout } from '../http/translate-error.ts'

/** A stretch of time: from inclusive, to exclusive. */
export type TimeWindow = { from?: Date; to?: Date }

/** Rows of one window, newest first. */
export type FindInWindow = (window: TimeWindow, limit: number) => Promise<MessageDocument[]>

/** `stopped` where the time ran out after some rows were there: older ones may be missing. */
export type Fetched = { rows: MessageDocument[]; stopped: boolean }

const dayMs = 24 * 60 * 60 * 1_000

/**
 * A server that cannot read a multikey index in order sorts every match, and a prefix is never in order. So the newest
 * are looked for in ever longer windows, each bounded by `created_at` in the same index: a common word is found in the
 * first, a rare one costs a few empty looks.
 */
const spansMs = [1 * dayMs, 14 * dayMs, 180 * dayMs]

/**
 * The newest `limit` rows, windows counted back from `anchor`; nothing older than `floor` is wanted.
 * @throws what `find` throws, but for a time that runs out after some rows were found.
 */
export async function fetchNewest(
  find: FindInWindow,
  anchor: Date,
  floor: Date | undefined,
  limit: number,
): Promise<Fetched> {
  const rows: MessageDocument[] = []
  let to: Date | undefined
  for (const span of [...spansMs, Number.POSITIVE_INFINITY]) {
    const from = startOf(anchor, span, floor)
    const window = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    try {
      rows.push(...(await find(window, limit - rows.length)))
    } catch (error) {
      if (rows.length > 0 && isTimeout(error)) return { rows, stopped: true }
      throw error
    }
    if (rows.length >= limit || from === undefined) break
    to = from
  }
  return { rows, stopped: false }
}

function startOf(anchor: Date, spanMs: number, floor: Date | undefined): Date | undefined {
  const start = anchor.getTime() - spanMs
  if (!Number.isFinite(start) || (floor !== undefined && start <= floor.getTime())) return undefined
  return new Date(start)
}
