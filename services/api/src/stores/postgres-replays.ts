import {
  cancelReplayRun,
  createReplayRun,
  getReplayRun,
  listReplayRuns,
  type Pool,
  pauseReplayRun,
  type ReplayRun,
  resumeReplayRun,
} from '@omnistream/postgres'
import { type ReplayFilterJson, type ReplayJson, replayFilterSchema } from '../replays/replay-schema.ts'
import type { ReplayStore } from '../replays/replay-store.ts'

const change = { pause: pauseReplayRun, resume: resumeReplayRun, cancel: cancelReplayRun }

/** Replay runs in the suite's PostgreSQL schema; the engine picks the pending ones up. */
export function postgresReplays(pool: Pool): ReplayStore {
  return {
    async create(tenantId, { dryRun, sideEffects, ratePerSecond, createdBy, now, ...input }) {
      const rate = ratePerSecond === undefined ? {} : { ratePerSecond }
      const filter = storedFilter(input.filter)
      const run = await createReplayRun(pool, {
        tenantId,
        filter,
        dryRun,
        sideEffects,
        createdBy,
        now,
        ...rate,
      })
      return replayJson(run)
    },
    async list(tenantId, before, limit) {
      const runs = await listReplayRuns(pool, {
        tenantId,
        limit,
        ...(before === undefined ? {} : { before }),
      })
      return runs.map(replayJson)
    },
    async get(tenantId, id) {
      const run = await getReplayRun(pool, { tenantId, id })
      return run === undefined ? undefined : replayJson(run)
    },
    async act(tenantId, id, action, now) {
      const outcome = await change[action](pool, { tenantId, id, now })
      return outcome.ok ? { ok: true, replay: replayJson(outcome.run) } : outcome
    },
  }
}

function replayJson(run: ReplayRun): ReplayJson {
  const { total, published, processed } = run
  return {
    id: run.id,
    status: run.status,
    dry_run: run.dryRun,
    side_effects: run.sideEffects,
    filter: shownFilter(run.filter),
    rate_per_second: run.ratePerSecond,
    progress: { total, published, processed, percent: percent(processed, total) },
    counts: run.counts,
    error: run.error,
    created_by: run.createdBy,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
    updated_at: run.updatedAt.toISOString(),
  }
}

/** The engine reads the filter with the names of the documents' fields. */
function storedFilter({ account, ...rest }: ReplayFilterJson): Record<string, unknown> {
  return { ...rest, ...(account === undefined ? {} : { account_id: account }) }
}

function shownFilter({ account_id: account, ...rest }: Record<string, unknown>): ReplayFilterJson {
  return replayFilterSchema.catch({}).parse({ ...rest, ...(account === undefined ? {} : { account }) })
}

function percent(processed: number, total: number | null): number | null {
  if (total === null) return null
  return total === 0 ? 100 : Math.min(100, Math.floor((processed / total) * 1_000) / 10)
}
