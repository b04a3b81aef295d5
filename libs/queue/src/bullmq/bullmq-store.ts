import { randomUUID } from 'node:crypto'
import type { Logger } from '@omnistream/common'
import type { Redis } from 'ioredis'
import type { NewJob } from '../job.ts'
import type { Claim, ClaimRequest, Settlement, Store } from '../store.ts'
import { toBullId } from './job-ids.ts'
import { type BullJob, type BullParts, openBull, Pause } from './open-bull.ts'
import { openRedis } from './open-redis.ts'

/** How long a job whose group has its share is put aside, ms. */
const asideMs = 500
/** Jobs that one claim may put aside. */
const asideMax = 1_000
/** BullMQ keeps the order of delayed jobs in the low bits of their score. */
const scoreFactor = 0x1000
/** Missing job, missing lock, not active, lock of somebody else: the claim no longer counts. */
const lostCodes: readonly unknown[] = [-1, -2, -3, -6]

/** A store in Redis or Valkey, by BullMQ's scripts; the jobs are fetched one by one, as it has no other way. */
export function createBullStore(
  options: { url: string; name: string; prefix: string },
  deps: { logger: Pick<Logger, 'warn'>; now: () => number },
): Store {
  const link = openRedis(options.url, deps.logger)
  const bull = openBull(link.redis, options, deps.logger)
  const jobs = new Map<string, BullJob>()
  const jobOf = ({ lease }: Claim): BullJob | undefined => jobs.get(lease)

  const settleOne = async ({ claim, outcome }: Settlement): Promise<boolean> => {
    const job = jobOf(claim)
    if (!job) return false
    const ours = await unlessLost(async () => {
      if (outcome.kind !== 'again') await job.moveToCompleted('', claim.lease, false)
      else if (outcome.refund) await job.moveToDelayed(deps.now() + outcome.delayMs, claim.lease)
      else await job.moveToFailed(new Pause(outcome.delayMs), claim.lease, false)
    })
    jobs.delete(claim.lease)
    return ours
  }

  return {
    async put(added) {
      await link.untilReady()
      await bull.add(added, deps.now())
      await bringForward(link.redis, bull, added, deps.now())
    },
    async claim(request) {
      await link.untilReady()
      const claims = await claimJobs(bull, request, deps.now)
      for (const { claim, job } of claims) jobs.set(claim.lease, job)
      return claims.map(({ claim }) => claim)
    },
    async extend(claims, leaseMs) {
      await link.untilReady()
      const extended = await Promise.all(
        claims.map(async (claim) => {
          const held = await jobOf(claim)?.extendLock(claim.lease, leaseMs)
          return held === 1 ? [claim.lease] : []
        }),
      )
      return new Set(extended.flat())
    },
    async settle(settlements) {
      await link.untilReady()
      const ours = await Promise.all(settlements.map(settleOne))
      return ours.filter((one) => !one).length
    },
    async close() {
      await bull.close()
      link.close()
    },
  }
}

type Fetched = { claim: Claim; job: BullJob }

/**
 * Fetches one, then as many again as it has, until there are enough or no more. A job whose group has its share is put
 * aside for a moment, so that it does not stand before the others.
 */
async function claimJobs(bull: BullParts, request: ClaimRequest, now: () => number): Promise<Fetched[]> {
  const worker = await bull.worker(request.leaseMs)
  const held = new Map(request.held)
  const claims: Fetched[] = []
  let aside = 0
  const fetchOne = async (): Promise<boolean> => {
    const lease = randomUUID()
    const job: BullJob | undefined = await worker.getNextJob(lease, { block: false })
    if (!job) return false
    const { id, group, attempt } = job.data
    // A store emptied in mid-flight can leave the id of a job that is gone.
    if (id === undefined) return await dropEmpty(job)
    if ((held.get(group) ?? 0) >= request.perGroup) {
      aside += 1
      await job.moveToDelayed(now() + asideMs, lease)
      return true
    }
    held.set(group, (held.get(group) ?? 0) + 1)
    const tries = attempt + job.attemptsMade + job.stalledCounter + 1
    claims.push({ claim: { job: { id, group, attempt: tries }, lease }, job })
    return true
  }
  for (let width = 1; claims.length < request.limit && aside < asideMax; width *= 2) {
    const wanted = Math.min(width, request.limit - claims.length)
    const outcomes = await Promise.allSettled(Array.from({ length: wanted }, fetchOne))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed && claims.length === 0) throw failed.reason
    if (failed || outcomes.some((outcome) => outcome.status === 'fulfilled' && !outcome.value)) break
  }
  return claims
}

async function dropEmpty(job: BullJob): Promise<true> {
  await unlessLost(() => job.moveToCompleted('', job.token ?? '', false))
  return true
}

/** A waiting job that is wanted earlier than it was put in for: adding it again has not changed that. */
async function bringForward(
  redis: Redis,
  bull: BullParts,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  if (jobs.length === 0) return
  const scores = await redis.zmscore(bull.delayedKey, ...jobs.map(({ id }) => toBullId(id)))
  const moves = jobs.map(async ({ id, runAt }, index) => {
    const wanted = Math.max(now, runAt?.getTime() ?? now)
    const score = scores[index]
    if (score === null || score === undefined || Number(score) / scoreFactor <= wanted + 1) return
    await unlessLost(() => bull.changeDelay(toBullId(id), wanted - now))
  })
  await Promise.all(moves)
}

/** Out: false where BullMQ says that the job is no longer what it was. */
async function unlessLost(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && lostCodes.includes(error.code)) return false
    throw error
  }
}
