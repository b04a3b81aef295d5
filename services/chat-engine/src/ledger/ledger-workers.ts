import { type Logger, sleep, type Worker } from '@omnistream/common'
import { countOpenAlarms, sumLedgerByChannel } from '@omnistream/postgres'
import { type CountDeps, countNextHour } from './count-hour.ts'
import { noteOverdue, type OverduePlaces } from './find-overdue.ts'
import { hourOf } from './hour-of.ts'
import type { LedgerMetrics } from './ledger-metrics.ts'
import { type TellDeps, tellAlarms } from './tell-alarms.ts'

export type LedgerDeps = CountDeps & TellDeps & { ledgerMetrics: LedgerMetrics; logger: Logger }

const pollMs = 1_000
/** A page of pending rows: they are few unless something is wrong. */
const pageRows = 2_000
const lookMsMax = 60_000
const gaugesMs = 15_000
const dayMs = 24 * 60 * 60_000

/** What keeps the loss ledger: one counts, one looks for what nobody took up, one tells. */
export function ledgerWorkers(deps: LedgerDeps): Worker[] {
  return [
    { name: 'ledger-counter', run: (signal) => keepCounting(deps, signal) },
    { name: 'ledger-lookout', run: (signal) => keepLooking(deps, signal) },
    { name: 'ledger-teller', run: (signal) => keepTelling(deps, signal) },
  ]
}

async function keepCounting(deps: LedgerDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!(await countNextHour(deps, signal))) await sleep(pollMs, signal)
  }
}

async function keepLooking(deps: LedgerDeps, signal: AbortSignal): Promise<void> {
  let places: OverduePlaces = { unpublished: undefined, published: undefined }
  while (!signal.aborted) {
    places = await noteOverdue(places, { ...deps, pageRows })
    const isWhole = places.unpublished === undefined && places.published === undefined
    await sleep(isWhole ? Math.min(lookMsMax, deps.graceMs) : pollMs, signal)
  }
}

async function keepTelling(deps: LedgerDeps, signal: AbortSignal): Promise<void> {
  let measuredAt = 0
  while (!signal.aborted) {
    await tellAlarms(deps)
    const now = deps.now()
    if (now.getTime() - measuredAt >= gaugesMs) {
      measuredAt = now.getTime()
      deps.ledgerMetrics.unbalanced(await countOpenAlarms(deps.pool))
      const since = hourOf(new Date(now.getTime() - dayMs))
      deps.ledgerMetrics.day(await sumLedgerByChannel(deps.pool, since))
    }
    await sleep(pollMs, signal)
  }
}
