import { randomUUID } from 'node:crypto'
import type { Collection } from 'mongodb'
import type { Claim } from '../store.ts'
import type { JobDocument } from './mongo-store.ts'
import { writeAll } from './write-all.ts'

/** Up to here a trip for each, all at once, is sooner done than two trips for all. */
const fewMax = 8

/**
 * Claims those of the documents that are still due. Each claim is a compare-and-set of one document, so neither a
 * transaction nor a replica set is needed; one that somebody else was faster with is not among the claims.
 */
export async function claimDocuments(
  collection: Collection<JobDocument>,
  ids: readonly string[],
  leaseMs: number,
  now: () => number,
): Promise<Claim[]> {
  return ids.length <= fewMax
    ? await claimFew(collection, ids, leaseMs, now)
    : await claimMany(collection, ids, leaseMs, now)
}

const claimOf = (_id: string, lease: string, leaseMs: number, at: number) => ({
  filter: { _id, dueAt: { $lte: new Date(at) } },
  update: { $set: { dueAt: new Date(at + leaseMs), lease }, $inc: { attempt: 1 } },
})

async function claimFew(
  collection: Collection<JobDocument>,
  ids: readonly string[],
  leaseMs: number,
  now: () => number,
): Promise<Claim[]> {
  const outcomes = await Promise.allSettled(
    ids.map(async (_id) => {
      const { filter, update } = claimOf(_id, randomUUID(), leaseMs, now())
      const job = await collection.findOneAndUpdate(filter, update, { returnDocument: 'after' })
      return job ? [toClaim(job)] : []
    }),
  )
  const claims = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  // What was taken before a failure is in our hands already.
  if (failed && claims.length === 0) throw failed.reason
  return claims
}

async function claimMany(
  collection: Collection<JobDocument>,
  ids: readonly string[],
  leaseMs: number,
  now: () => number,
): Promise<Claim[]> {
  const at = now()
  const leases = new Map(ids.map((id) => [id, randomUUID()]))
  const writes = [...leases].map(([id, lease]) => ({ updateOne: claimOf(id, lease, leaseMs, at) }))
  await writeAll(collection, writes)
  const found = await collection.find({ _id: { $in: [...ids] } }).toArray()
  return found.filter(({ _id, lease }) => lease === leases.get(_id)).map(toClaim)
}

const toClaim = ({ _id, group, attempt, lease = '' }: JobDocument): Claim => ({
  job: { id: _id, group, attempt },
  lease,
})
