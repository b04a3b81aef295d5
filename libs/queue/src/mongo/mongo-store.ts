import { randomUUID } from 'node:crypto'
import { bulkRefusals } from '@omnistream/mongo/bulk-refusals'
import type { AnyBulkWriteOperation, Collection, Filter } from 'mongodb'
import type { NewJob } from '../job.ts'
import { onceReady } from '../once-ready.ts'
import type { Claim, ClaimRequest, Settlement, Store } from '../store.ts'
import { takeTurns } from './take-turns.ts'

/** A job of `webhook_jobs`. */
export type JobDocument = {
  _id: string
  group: string
  /** Tries begun. */
  attempt: number
  /** When it may be claimed: its time while it waits, the end of its lease while somebody has it. */
  dueAt: Date
  /** The claim; absent while it waits. */
  lease?: string
}

const duplicateKey = 11000
/** Due jobs looked at for each that is wanted: room for turns between groups, and for others who take some. */
const windowFactor = 4
const looksMax = 3
const claimsAtOnce = 16

/**
 * A store of one document a job. A claim is a `findOneAndUpdate` of one document, so a standalone server will do:
 * neither transactions nor change streams. Leases go by the clocks of the processes; those must agree within a lease.
 */
export function createMongoStore(collection: Collection<JobDocument>, now: () => number): Store {
  const ready = onceReady(() => collection.createIndex({ dueAt: 1, group: 1 }, { name: 'due' }))
  return {
    async put(jobs) {
      await ready()
      await write(collection, jobs.map(upsert(now())))
    },
    async claim(request) {
      await ready()
      return await claimDue(collection, request, now)
    },
    async extend(claims, leaseMs) {
      const dueAt = new Date(now() + leaseMs)
      await write(
        collection,
        claims.map((claim) => ({ updateOne: { filter: heldFilter(claim), update: { $set: { dueAt } } } })),
      )
      const ids = claims.map(({ job }) => job.id)
      const found = await collection.find({ _id: { $in: ids } }, { projection: { lease: 1 } }).toArray()
      return new Set(found.flatMap(({ lease }) => lease ?? []))
    },
    async settle(settlements) {
      const ended = await write(collection, settlements.map(settleWrite(now())))
      return settlements.length - ended
    },
  }
}

/** Served by the index `due`: times in order, groups that have their share passed over within it. */
export function dueFilter({ held, perGroup }: ClaimRequest, at: Date): Filter<JobDocument> {
  const full = [...held].filter(([, jobs]) => jobs >= perGroup).map(([group]) => group)
  return { dueAt: { $lte: at }, ...(full.length > 0 ? { group: { $nin: full } } : {}) }
}

/**
 * Looks at the oldest due jobs and claims of them in turns. Where others were faster and more is due, it looks again,
 * from another place on.
 */
async function claimDue(
  collection: Collection<JobDocument>,
  request: ClaimRequest,
  now: () => number,
): Promise<Claim[]> {
  const claims: Claim[] = []
  const held = new Map(request.held)
  for (let look = 0; look < looksMax; look += 1) {
    const limit = request.limit - claims.length
    const wanted = { ...request, limit, held }
    const window = limit * windowFactor
    const due = await collection
      .find(dueFilter(wanted, new Date(now())), {
        projection: { group: 1 },
        sort: { dueAt: 1 },
        limit: window,
      })
      .toArray()
    const ids = takeTurns(due, wanted)
    const from = look === 0 ? 0 : Math.floor(Math.random() * ids.length)
    const taken = await claimAll(collection, [...ids.slice(from), ...ids.slice(0, from)], wanted, now)
    claims.push(...taken)
    for (const { job } of taken) held.set(job.group, (held.get(job.group) ?? 0) + 1)
    if (claims.length >= request.limit || due.length < window) break
  }
  return claims
}

/** Goes through the candidates until it has enough; those that another process was faster with are passed over. */
async function claimAll(
  collection: Collection<JobDocument>,
  ids: readonly string[],
  { limit, leaseMs }: ClaimRequest,
  now: () => number,
): Promise<Claim[]> {
  const claims: Claim[] = []
  const claimOne = async (_id: string): Promise<void> => {
    const at = now()
    const lease = randomUUID()
    const job = await collection.findOneAndUpdate(
      { _id, dueAt: { $lte: new Date(at) } },
      { $set: { dueAt: new Date(at + leaseMs), lease }, $inc: { attempt: 1 } },
      { returnDocument: 'after' },
    )
    if (job) claims.push({ job: { id: _id, group: job.group, attempt: job.attempt }, lease })
  }
  for (let from = 0; from < ids.length && claims.length < limit; ) {
    const width = Math.min(claimsAtOnce, limit - claims.length)
    const outcomes = await Promise.allSettled(ids.slice(from, from + width).map(claimOne))
    from += width
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    // What was taken before is in our hands already.
    if (failed && claims.length === 0) throw failed.reason
    if (failed) break
  }
  return claims
}

/** Inserts the job, or brings a waiting one forward; one that somebody has makes the insert a refused duplicate. */
const upsert =
  (at: number) =>
  ({ id, group, runAt, attempt = 0 }: NewJob): AnyBulkWriteOperation<JobDocument> => ({
    updateOne: {
      filter: { _id: id, lease: { $exists: false } },
      update: { $min: { dueAt: runAt ?? new Date(at) }, $setOnInsert: { group, attempt } },
      upsert: true,
    },
  })

const heldFilter = ({ job, lease }: Claim): Filter<JobDocument> => ({ _id: job.id, lease })

const settleWrite =
  (at: number) =>
  ({ claim, outcome }: Settlement): AnyBulkWriteOperation<JobDocument> =>
    outcome.kind === 'again'
      ? {
          updateOne: {
            filter: heldFilter(claim),
            update: {
              $set: { dueAt: new Date(at + outcome.delayMs) },
              $unset: { lease: 1 },
              $inc: { attempt: outcome.refund ? -1 : 0 },
            },
          },
        }
      : { deleteOne: { filter: heldFilter(claim) } }

/** Out: how many documents were there to be changed. */
async function write(
  collection: Collection<JobDocument>,
  writes: AnyBulkWriteOperation<JobDocument>[],
): Promise<number> {
  if (writes.length === 0) return 0
  try {
    const { matchedCount, deletedCount } = await collection.bulkWrite(writes, { ordered: false })
    return matchedCount + deletedCount
  } catch (error) {
    if (bulkRefusals(error).some(({ code }) => code !== duplicateKey)) throw error
    return 0
  }
}
