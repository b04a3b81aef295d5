import type { Delivery, Settlement } from '@omnistream/bus'
import { backoffMs, type Logger, sleep } from '@omnistream/common'
import type { Collections, UuidCodec } from '@omnistream/mongo'
import { type Claim, claimsOf, loadJobs } from './load-jobs.ts'
import { describe } from './parse-job.ts'
import { isServerAway } from './server-away.ts'
import type { Checkpoint, Job } from './types.ts'

export type DeliveryDeps = {
  audit: Collections['webhookAudit']
  uuids: UuidCodec
  logger: Logger
  now(): Date
  /** Payloads worked on together at most; one delivery may name more. */
  jobsMax: number
  /** Times a payload is begun alone, each by a worker that dies of it, before it is given up. */
  attemptsMax: number
  process(jobs: readonly Job[]): Promise<void>
  /** Notes that a payload was given up, where a person finds it. */
  markGivenUp(job: Job, error: string): Promise<void>
  /** Says that these rows have changed, so that the loss ledger counts them again. */
  noteChanged(rows: readonly Job['row'][]): Promise<void>
  checkpoint: Checkpoint
}

const awayPause = { baseMs: 200, maxMs: 5_000 }
const failurePause = { baseMs: 100, maxMs: 1_000 }
/** Tries of a batch, and then of each of its payloads alone, that may fail for reasons of the payload. */
const triesMax = 3

type Done = 'done' | 'stopped'
type Loaded = Awaited<ReturnType<typeof loadJobs>>

/**
 * Works off deliveries until each is settled. While a server is away the batch waits here, heartbeaten, and is
 * tried again. A batch that fails otherwise is taken apart, and the payload that fails alone is marked failed and
 * left for a replay: it takes neither its neighbours along nor blocks the stream (invariant 4).
 */
export async function handleDeliveries(
  deliveries: readonly Delivery[],
  signal: AbortSignal,
  deps: DeliveryDeps,
): Promise<Settlement[]> {
  const unfinished = new Set<number>()
  let outcome: Done = 'done'
  for (const claims of portions(claimsOf(deliveries), deps.jobsMax)) {
    if (outcome === 'done') outcome = await handleClaims(claims, signal, deps)
    if (outcome === 'stopped') for (const { delivery } of claims) unfinished.add(delivery)
  }
  return deliveries.map(({ envelope }, index): Settlement => {
    if (envelope.kind !== 'webhook') return { kind: 'drop', reason: 'not a webhook' }
    return unfinished.has(index) ? { kind: 'retry', afterMs: 0 } : { kind: 'ack' }
  })
}

/** Claims to work on together: at most `max`, and each of a suspect delivery alone. */
function portions(claims: readonly Claim[], max: number): Claim[][] {
  const out: Claim[][] = []
  for (const claim of claims) {
    const last = out.at(-1)
    if (last && last.length < max && !claim.suspect && !last[0]?.suspect) last.push(claim)
    else out.push([claim])
  }
  return out
}

async function handleClaims(
  claims: readonly Claim[],
  signal: AbortSignal,
  deps: DeliveryDeps,
): Promise<Done> {
  const loaded = await whileAway(() => loadJobs(claims, deps.audit, deps.uuids), signal, deps)
  if (!loaded) return 'stopped'
  if (loaded.gone > 0) deps.logger.warn({ rows: loaded.gone }, 'payload.gone')
  await deps.checkpoint('loaded')
  const lethal = await whileAway(() => countTries(loaded.jobs, deps), signal, deps)
  if (!lethal) return 'stopped'
  let outcome: Done = 'done'
  for (const job of lethal) outcome = await giveUp(job, 'every worker that took it died', signal, deps)
  const healthy = loaded.jobs.filter((job) => !lethal.includes(job))
  if (healthy.length > 0 && outcome === 'done') outcome = await work(healthy, signal, deps)
  return outcome === 'done' ? await note(loaded, signal, deps) : 'stopped'
}

/**
 * After the mark and before the acknowledgement. Rows that came back marked are noted too: their worker may have died
 * between the two.
 */
async function note({ jobs, finished }: Loaded, signal: AbortSignal, deps: DeliveryDeps): Promise<Done> {
  const marked = jobs.filter(({ replay }) => replay?.dryRun !== true).map(({ row }) => row)
  const noted = await whileAway(
    async () => {
      await deps.noteChanged([...marked, ...finished])
      return true as const
    },
    signal,
    deps,
  )
  return noted ? 'done' : 'stopped'
}

/**
 * A suspect's tries are written down before each one begins: a worker it kills cannot do so afterwards, and the
 * server's own count also rises for those that only waited beside it.
 */
async function countTries(jobs: readonly Job[], { audit, attemptsMax }: DeliveryDeps): Promise<Job[]> {
  const lethal: Job[] = []
  for (const job of jobs) {
    if (!job.suspect) continue
    const row = await audit.findOneAndUpdate(
      { _id: job.row._id },
      { $inc: { 'parse.tries': 1 } },
      { returnDocument: 'after', projection: { 'parse.tries': 1 } },
    )
    if ((row?.parse.tries ?? 0) > attemptsMax) lethal.push(job)
  }
  return lethal
}

async function work(jobs: readonly Job[], signal: AbortSignal, deps: DeliveryDeps): Promise<Done> {
  let failure: unknown
  for (let tries = 1; tries <= triesMax; tries++) {
    try {
      const done = await whileAway(() => processFresh(jobs, deps), signal, deps)
      return done ? 'done' : 'stopped'
    } catch (error) {
      failure = error
      deps.logger.warn({ err: error, payloads: jobs.length, tries }, 'batch.failed')
      await sleep(backoffMs(tries, failurePause), signal)
    }
  }
  const [only] = jobs
  if (only && jobs.length === 1) return await giveUp(only, describe(failure), signal, deps)
  let outcome: Done = 'done'
  for (const job of jobs) if (outcome === 'done') outcome = await work([job], signal, deps)
  return outcome
}

/**
 * A second try starts from the bytes again, with nothing left of the first but that there was one: what that stored is
 * no longer new, and still has to be told.
 */
async function processFresh(jobs: readonly Job[], deps: DeliveryDeps): Promise<true> {
  for (const job of jobs) {
    job.items = []
    delete job.error
  }
  try {
    await deps.process(jobs)
  } catch (error) {
    for (const job of jobs) job.attempt += 1
    throw error
  }
  return true
}

async function giveUp(job: Job, reason: string, signal: AbortSignal, deps: DeliveryDeps): Promise<Done> {
  deps.logger.error({ audit_id: deps.uuids.read(job.row._id), attempt: job.attempt }, 'payload.given_up')
  const marked = await whileAway(
    async () => {
      await deps.markGivenUp(job, `given up: ${reason}`)
      return true as const
    },
    signal,
    deps,
  )
  return marked ? 'done' : 'stopped'
}

/** Repeats an operation for as long as a server is away; undefined when asked to stop before it worked. */
async function whileAway<T>(
  operation: () => Promise<T>,
  signal: AbortSignal,
  deps: DeliveryDeps,
): Promise<T | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await operation()
    } catch (error) {
      if (!isServerAway(error)) throw error
      if (signal.aborted) return undefined
      deps.logger.warn({ err: error, attempt }, 'server.away')
      await sleep(backoffMs(attempt, awayPause), signal)
      if (signal.aborted) return undefined
    }
  }
}
