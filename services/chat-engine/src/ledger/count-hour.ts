import { randomUUID } from 'node:crypto'
import type { Logger } from '@omnistream/common'
import type { Collections, UuidCodec } from '@omnistream/mongo'
import { type ClaimedHour, claimHour, keepHour, leaveHour, type Pool, writeHour } from '@omnistream/postgres'
import { createFold, type Fold } from './fold-rows.ts'
import { readHour } from './read-hour.ts'

export type CountDeps = {
  pool: Pool
  audit: Collections['webhookAudit']
  uuids: UuidCodec
  logger: Logger
  now(): Date
  /** Age at which a pending webhook makes its hour unbalanced, ms. */
  graceMs: number
  /** 0 keeps webhooks for ever. */
  retentionDays: number
}

const dayMs = 24 * 60 * 60_000
const leaseMs = 60_000
/** The retention does not delete to the minute. */
const marginMs = 10 * 60_000
/** Counting takes at most a tenth of a worker's time: an hour rests ten times as long as it took. */
const restFactor = 10

/** Counts the hour that has been due for longest. Out: false where none was due, or the count had to end early. */
export async function countNextHour(deps: CountDeps, signal: AbortSignal): Promise<boolean> {
  const { pool, logger, now, retentionDays } = deps
  const claim = await claimHour(pool, { token: randomUUID(), leaseMs, now: now() })
  if (!claim) return false
  const { ownerId, hour } = claim
  if (retentionDays > 0 && hour.getTime() + retentionDays * dayMs <= now().getTime() + marginMs) {
    // Some of its webhooks may be gone: what the ledger says stays.
    await leaveHour(pool, claim)
    return true
  }
  const begin = now()
  const fold = await foldHour(claim, deps, signal)
  if (!fold) return false
  const end = now()
  const next = fold.nextPendingAt()
  const written = await writeHour(pool, claim, {
    entries: fold.entries(),
    recheckAt: next ? new Date(next.getTime() + deps.graceMs + 1) : null,
    notBefore: new Date(end.getTime() + restFactor * (end.getTime() - begin.getTime())),
    now: end,
  })
  if (written === 'rows gone') logger.error({ tenant_id: ownerId, hour }, 'ledger.rows_gone')
  return true
}

/** Undefined where the engine is to stop, or another one has taken the hour. */
async function foldHour(claim: ClaimedHour, deps: CountDeps, signal: AbortSignal): Promise<Fold | undefined> {
  const fold = createFold(new Date(deps.now().getTime() - deps.graceMs), deps.uuids)
  let keptAt = deps.now().getTime()
  for await (const rows of readHour(claim, deps)) {
    for (const row of rows) fold.add(row)
    if (signal.aborted) return undefined
    if (deps.now().getTime() - keptAt < leaseMs / 4) continue
    keptAt = deps.now().getTime()
    if (!(await keepHour(deps.pool, claim, new Date(keptAt + leaseMs)))) return undefined
  }
  return fold
}
