import type { MediaDocument } from '@omnistream/mongo'
import { delayAfter, RETRY } from '@omnistream/queue/retry'
import type { Collection, Filter } from 'mongodb'
import type { Verdict } from './verdict.ts'

export type MediaRowDeps = {
  media: Collection<MediaDocument>
  leaseMs: number
  newToken(): string
  now(): Date
  random(): number
}

/** What a worker may take up at an instant: what is due, and what a dead worker's lease ran out on. */
export const dueFilter = (at: Date): Filter<MediaDocument> => ({ state: 'pending', next_at: { $lte: at } })

/** Takes the medium that has been due longest, under a lease; undefined where none is. One indexed write. */
export async function claimDue(deps: MediaRowDeps): Promise<MediaDocument | undefined> {
  const at = deps.now()
  const claimed = await deps.media.findOneAndUpdate(
    dueFilter(at),
    {
      $set: { next_at: leaseEnd(at, deps), lock_token: deps.newToken(), updated_at: at },
      $inc: { attempts: 1 },
    },
    { sort: { next_at: 1 }, returnDocument: 'after' },
  )
  return claimed ?? undefined
}

/** Out: whether the lease is still this worker's. */
export async function renewLease(row: MediaDocument, deps: MediaRowDeps): Promise<boolean> {
  const at = deps.now()
  const { matchedCount } = await deps.media.updateOne(ours(row), { $set: { next_at: leaseEnd(at, deps) } })
  return matchedCount === 1
}

/** Writes down what came of a try. Out: false where the lease was lost, and another worker's word counts. */
export async function settle(row: MediaDocument, verdict: Verdict, deps: MediaRowDeps): Promise<boolean> {
  const { matchedCount } = await deps.media.updateOne(ours(row), changeOf(row, verdict, deps))
  return matchedCount === 1
}

const leaseEnd = (at: Date, { leaseMs }: MediaRowDeps): Date => new Date(at.getTime() + leaseMs)

const ours = ({ _id, lock_token }: MediaDocument): Filter<MediaDocument> => ({
  ...{ _id, state: 'pending' },
  ...(lock_token === undefined ? {} : { lock_token }),
})

function changeOf(row: MediaDocument, verdict: Verdict, { now, random }: MediaRowDeps) {
  const at = now()
  if (verdict.kind === 'stored') {
    const { key, bytes, mimeType, sha256 } = verdict
    return {
      $set: {
        ...{ state: 'stored' as const, storage_key: key, bytes, mime_type: mimeType, sha256 },
        ...{ stored_at: at, updated_at: at, untold: true as const },
      },
      $unset: { next_at: true as const, lock_token: true as const, error: true as const },
    }
  }
  if (verdict.kind === 'expired' || verdict.kind === 'failed') {
    return {
      $set: { state: verdict.kind, error: verdict.error, updated_at: at },
      $unset: { next_at: true as const, lock_token: true as const },
    }
  }
  const again = new Date(at.getTime() + pauseMs(row, verdict, at, random))
  const attempts = verdict.kind === 'retry' ? row.attempts : Math.max(0, row.attempts - 1)
  return {
    $set: { next_at: again, attempts, updated_at: at, ...(verdict.error ? { error: verdict.error } : {}) },
    $unset: { lock_token: true as const },
  }
}

const minuteMs = 60_000

/** A fault of ours comes back soon; what waits for a person comes back the later the longer it has waited. */
function pauseMs(
  row: MediaDocument,
  verdict: Extract<Verdict, { kind: 'retry' | 'wait' | 'release' }>,
  at: Date,
  random: () => number,
): number {
  if (verdict.kind === 'retry') return delayAfter(row.attempts, verdict.afterMs, random, RETRY)
  if (verdict.kind === 'release') return verdict.afterMs
  const age = at.getTime() - row.created_at.getTime()
  return Math.min(60 * minuteMs, Math.max(minuteMs, age / 2))
}
