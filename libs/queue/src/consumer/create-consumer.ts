import { backoffMs, type Logger, OmniError, sleep } from '@omnistream/common'
import type { Handler, Work } from '../job.ts'
import type { ConsumeOptions } from '../queue.ts'
import { RETRY } from '../retry.ts'
import type { Claim, Store } from '../store.ts'
import { createBell } from './bell.ts'
import { createSettler } from './create-settler.ts'
import { type HeldClaim, holdClaim } from './held-claim.ts'
import { judge } from './judge.ts'

export type Consumer = {
  /** Resolves once stopped. */
  ended: Promise<void>
  /** There may be something to claim. */
  wake(): void
  stop(deadlineMs: number): Promise<void>
}

export type ConsumerDeps = {
  store: Store
  logger: Pick<Logger, 'warn'>
  random(): number
  now(): number
}

const outagePause = { baseMs: 200, maxMs: 5_000 }
const pollMsDefault = 200
/** What a handler gets to end by itself once its signal has aborted at the end of a close. */
const abortGraceMs = 500

/** Claims as much as there are hands, has it handled, settles it. The same for every driver. */
export function createConsumer(deps: ConsumerDeps, handler: Handler, options: ConsumeOptions): Consumer {
  const { store, logger } = deps
  const { concurrency, leaseMs } = options
  const perGroup = Math.min(concurrency, options.perGroupConcurrency ?? concurrency)
  const stopping = new AbortController()
  /** Aborted when nothing is waited for any more. */
  const leaving = new AbortController()
  const bell = createBell()
  const settler = createSettler(store, { leaseMs, concurrency, logger })
  const inHand = new Map<HeldClaim, Promise<void>>()
  const judging = { handler, policy: options.policy ?? RETRY, onExhausted: options.onExhausted, ...deps }

  const workOn = async (held: HeldClaim): Promise<void> => {
    const { claim, signal } = held
    const heartbeat = async (): Promise<boolean> => {
      const since = performance.now()
      try {
        if (await settler.extend(claim)) held.renewed(since)
        else held.abort(new OmniError('LEASE_LOST', 'the job was given to somebody else'))
      } catch (error) {
        // What is left of the lease still counts.
        logger.warn({ job: claim.job.id, err: error }, 'queue.heartbeat_failed')
      }
      return !signal.aborted
    }
    const work: Work = { job: claim.job, lease: claim.lease, signal, heartbeat }
    const outcome = await judge(work, judging)
    held.end()
    // Past the end of a close the claim has been given back already.
    await settler.settle(claim, outcome, leaving.signal)
  }

  const begin = (claim: Claim, since: number): void => {
    const held = holdClaim(claim, leaseMs, since)
    const work = workOn(held)
      .catch((error: unknown) => logger.warn({ job: claim.job.id, err: error }, 'queue.work_failed'))
      .finally(() => {
        inHand.delete(held)
        bell.ring()
      })
    inHand.set(held, work)
  }

  /** Out: false when there was nothing, or no hand free. */
  const claim = async (): Promise<boolean> => {
    const limit = concurrency - inHand.size
    if (limit <= 0) return false
    const since = performance.now()
    const claims = await store.claim({ limit, leaseMs, perGroup, held: countGroups(inHand.keys()) })
    if (stopping.signal.aborted) {
      await giveBack(claims)
      return false
    }
    for (const one of claims) begin(one, since)
    return claims.length > 0
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        const more = await claim()
        failures = 0
        if (!more && !stopping.signal.aborted) await bell.wait(options.pollMs ?? pollMsDefault)
      } catch (error) {
        logger.warn({ err: error, failures }, 'queue.claim_failed')
        await sleep(backoffMs(failures++, outagePause, deps.random), stopping.signal)
      }
    }
  }

  const giveBack = async (claims: readonly Claim[]): Promise<void> => {
    if (claims.length === 0) return
    const outcome = { kind: 'again', delayMs: 0, refund: true } as const
    try {
      await store.settle(claims.map((claim) => ({ claim, outcome })))
    } catch (error) {
      logger.warn({ err: error, jobs: claims.length }, 'queue.give_back_failed')
    }
  }

  const stop = async (deadlineMs: number): Promise<void> => {
    stopping.abort()
    bell.ring()
    const settled = (async () => {
      await running
      await Promise.all(inHand.values())
    })()
    if (await within(settled, deadlineMs)) return
    for (const held of inHand.keys()) held.abort(new OmniError('QUEUE_CLOSED', 'the queue was closed'))
    if (await within(settled, abortGraceMs)) return
    leaving.abort()
    await giveBack([...inHand.keys()].map((held) => held.claim))
  }

  const running = run()
  let stopped: Promise<void> | undefined
  const end = Promise.withResolvers<void>()
  return {
    ended: end.promise,
    wake: bell.ring,
    stop(deadlineMs) {
      stopped ??= stop(deadlineMs).finally(end.resolve)
      return stopped
    },
  }
}

function countGroups(held: Iterable<HeldClaim>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { claim } of held) counts.set(claim.job.group, (counts.get(claim.job.group) ?? 0) + 1)
  return counts
}

/** Out: whether it was done within the time. */
async function within(work: Promise<void>, ms: number): Promise<boolean> {
  const over = new AbortController()
  const late = sleep(ms, over.signal).then(() => false)
  const done = work.then(() => true)
  const inTime = await Promise.race([done, late])
  over.abort()
  return inTime
}
