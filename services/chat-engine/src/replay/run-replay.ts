import { type BusConnection, claimChecks, type Outgoing, publishAll, type Subjects } from '@omnistream/bus'
import { OmniError, sleep } from '@omnistream/common'
import type { Collections, ReplayCounts, ReplayResultDocument, UuidCodec } from '@omnistream/mongo'
import { heartbeatReplayRun, type Pool, type ReplayRun } from '@omnistream/postgres'
import { type ReplayCursor, replayCursor, replayFilter, replayRows } from './filter.ts'
import { type ReplayRow, readPage } from './read-page.ts'
import { resultId } from './report-job.ts'

export type RunnerDeps = {
  pool: Pool
  bus: BusConnection
  subjects: Subjects
  collections: Pick<Collections, 'webhookAudit' | 'replayResults'>
  uuids: UuidCodec
  now(): number
  leaseMs: number
  pageMax: number
}

type Result = Pick<ReplayResultDocument, '_id' | 'counts'>

/** How a run that was claimed came to an end here. `stopped` goes on elsewhere, or later. */
export type RunEnd = 'done' | 'stopped'

const pollMs = 50
/** With no result for so long, the rows themselves are looked at: the retention may have taken them. */
const stallMs = 10_000

/**
 * Works off a claimed run page by page: puts the ids on the bus, waits for their results, then stores cursor and
 * counts in one statement. A crash repeats a page, whose results are then there already; pause and cancel are seen
 * between two pages.
 */
export async function runReplay(
  run: ReplayRun,
  token: string,
  deps: RunnerDeps,
  signal: AbortSignal,
): Promise<RunEnd> {
  const filter = replayFilter.parse(run.filter)
  const scope = { tenantId: run.tenantId, receivedBefore: run.createdAt }
  const progress = startOf(run)
  if (run.total === null) {
    progress.total = await deps.collections.webhookAudit.countDocuments(
      replayRows(filter, scope, 'start', deps.uuids),
    )
  }
  const pageMax = Math.max(1, Math.min(deps.pageMax, run.ratePerSecond ?? deps.pageMax))
  for (;;) {
    const begin = deps.now()
    const rows = await readPage(
      (from) => replayRows(filter, scope, from, deps.uuids),
      progress.cursor,
      pageMax,
      deps,
    )
    const last = rows.at(-1)
    if (last) {
      const results = await settlePage(run, rows, token, deps, signal)
      if (!results) return 'stopped'
      addUp(progress, rows.length, results)
      progress.cursor = { received_at: last.received_at.toISOString(), id: deps.uuids.read(last._id) }
    }
    const status = await heartbeat(run, token, deps, progress)
    if (status !== 'running') return 'stopped'
    if (!last) return 'done'
    if (signal.aborted) return 'stopped'
    if (run.ratePerSecond)
      await sleep(Math.max(0, begin + (rows.length * 1_000) / run.ratePerSecond - deps.now()), signal)
  }
}

type Progress = {
  total?: number
  published: number
  processed: number
  counts: Record<string, number>
  cursor?: ReplayCursor
}

function startOf(run: ReplayRun): Progress {
  const cursor = replayCursor.safeParse(run.cursor)
  return {
    published: run.published,
    processed: run.processed,
    counts: { ...(run.counts as Record<string, number>) },
    ...(cursor.success ? { cursor: cursor.data } : {}),
  }
}

const heartbeat = (
  run: ReplayRun,
  token: string,
  deps: RunnerDeps,
  progress?: Progress,
): ReturnType<typeof heartbeatReplayRun> =>
  heartbeatReplayRun(deps.pool, {
    id: run.id,
    token,
    leaseMs: deps.leaseMs,
    now: new Date(deps.now()),
    ...(progress ? { progress } : {}),
  })

/** Publishes what has no result yet and waits for the rest. Undefined when the run was stopped or taken away. */
async function settlePage(
  run: ReplayRun,
  rows: readonly ReplayRow[],
  token: string,
  deps: RunnerDeps,
  signal: AbortSignal,
): Promise<Result[] | undefined> {
  const ids = rows.map((row) => resultId(run.id, deps.uuids.read(row._id)))
  let results = await readResults(ids, deps)
  const known = new Set(results.map(({ _id }) => _id))
  const open = rows.filter((_, index) => !known.has(ids[index] ?? ''))
  const outcomes = await publishAll(deps.bus, replayMessages(run, open, deps))
  const failed = outcomes.find((outcome) => !outcome.ok)
  if (failed && !failed.ok) {
    throw new OmniError('REPLAY_NOT_PUBLISHED', 'the bus did not take the page', {
      cause: failed.error,
      retryable: true,
    })
  }
  let expected = rows.length
  let lastChange = deps.now()
  let lastBeat = deps.now()
  for (let seen = results.length; results.length < expected; seen = results.length) {
    if (signal.aborted) return undefined
    await sleep(pollMs, signal)
    results = await readResults(ids, deps)
    if (results.length > seen) lastChange = deps.now()
    if (deps.now() - lastChange > stallMs) {
      expected = await stillThere(rows, results, deps)
      lastChange = deps.now()
    }
    if (deps.now() - lastBeat > deps.leaseMs / 3) {
      if ((await heartbeat(run, token, deps)) !== 'running') return undefined
      lastBeat = deps.now()
    }
  }
  return results
}

const readResults = (ids: string[], { collections }: RunnerDeps): Promise<Result[]> =>
  collections.replayResults
    .find({ _id: { $in: ids }, settled: true }, { projection: { _id: 1, counts: 1 } })
    .toArray()

/** How many results can still be expected: those that came, and the rows that exist. */
async function stillThere(
  rows: readonly ReplayRow[],
  results: readonly Result[],
  deps: RunnerDeps,
): Promise<number> {
  const settled = new Set(results.map(({ _id }) => _id.slice(_id.indexOf(':') + 1)))
  const missing = rows.filter((row) => !settled.has(deps.uuids.read(row._id)))
  const existing = await deps.collections.webhookAudit.countDocuments({
    _id: { $in: missing.map(({ _id }) => _id) },
  })
  return results.length + existing
}

/** Their message ids are the run's own: those under which the rows first came would be swallowed (lessons #57). */
function replayMessages(
  run: ReplayRun,
  rows: readonly ReplayRow[],
  { subjects, uuids, now }: RunnerDeps,
): Outgoing[] {
  const claims = rows.map((row) => ({
    id: uuids.read(row._id),
    channel: row.channel,
    accountId: row.account_id ? uuids.read(row.account_id) : undefined,
  }))
  const replay = { runId: run.id, dryRun: run.dryRun, sideEffects: run.sideEffects }
  const options = {
    subject: subjects.replay,
    publishedAt: now(),
    messageIdSuffix: `:replay:${run.id}`,
    replay,
  }
  return claimChecks(claims, options).map(({ outgoing }) => outgoing)
}

function addUp(progress: Progress, rows: number, results: readonly Result[]): void {
  progress.published += rows
  progress.processed += results.length
  for (const { counts } of results) {
    for (const [name, count] of Object.entries(counts satisfies ReplayCounts)) {
      progress.counts[name] = (progress.counts[name] ?? 0) + count
    }
  }
  if (rows > results.length) progress.counts.gone = (progress.counts.gone ?? 0) + rows - results.length
}
