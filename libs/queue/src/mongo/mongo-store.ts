import type { AnyBulkWriteOperation, Collection, Filter } from 'mongodb'
import type { NewJob } from '../job.ts'
import { onceReady } from '../once-ready.ts'
import type { Claim, ClaimRequest, Settlement, Store } from '../store.ts'
import { claimDocuments } from './claim-documents.ts'
import { takeTurns } from './take-turns.ts'
import { writeAll } from './write-all.ts'

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

/** Due jobs looked at for each that is wanted: room for turns between groups, and for others who take some. */
const windowFactor = 4
const looksMax = 3

/**
 * A store of one document a job, polled: no transactions and no change streams, so a standalone server will do. Leases
 * go by the clocks of the processes; those must agree within a lease.
 */
export function createMongoStore(collection: Collection<JobDocument>, now: () => number): Store {
  const ready = onceReady(() => collection.createIndex({ dueAt: 1, group: 1 }, { name: 'due' }))
  return {
    async put(jobs) {
      await ready()
      await writeAll(collection, jobs.map(upsert(now())))
    },
    async claim(request) {
      await ready()
      return await claimDue(collection, request, now)
    },
    async extend(claims, leaseMs) {
      const dueAt = new Date(now() + leaseMs)
      await writeAll(
        collection,
        claims.map((claim) => ({ updateOne: { filter: heldFilter(claim), update: { $set: { dueAt } } } })),
      )
      const ids = claims.map(({ job }) => job.id)
      const found = await collection.find({ _id: { $in: ids } }, { projection: { lease: 1 } }).toArray()
      return new Set(found.flatMap(({ lease }) => lease ?? []))
    },
    async settle(settlements) {
      const ended = await writeAll(collection, settlements.map(settleWrite(now())))
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
 * Looks at the oldest due jobs and claims of them in turns. Where others were faster with all of them and more is due,
 * it looks again and begins elsewhere.
 */
async function claimDue(
  collection: Collection<JobDocument>,
  request: ClaimRequest,
  now: () => number,
): Promise<Claim[]> {
  const window = request.limit * windowFactor
  const options = { projection: { group: 1 }, sort: { dueAt: 1 }, limit: window } as const
  for (let look = 0; look < looksMax; look += 1) {
    const due = await collection.find(dueFilter(request, new Date(now())), options).toArray()
    const ids = takeTurns(due, request)
    const from = look === 0 ? 0 : Math.floor(Math.random() * Math.max(0, ids.length - request.limit))
    const wanted = ids.slice(from, from + request.limit)
    const claims = await claimDocuments(collection, wanted, request.leaseMs, now)
    if (claims.length > 0 || due.length < window) return claims
  }
  return []
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
