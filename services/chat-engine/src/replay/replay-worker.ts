import { randomUUID } from 'node:crypto'
import { type Logger, sleep } from '@omnistream/common'
import { claimReplayRun, finishReplayRun, heartbeatReplayRun } from '@omnistream/postgres'
import { isServerAway } from '../batch/server-away.ts'
import { type RunnerDeps, runReplay } from './run-replay.ts'

export type ReplayWorkerDeps = RunnerDeps & { logger: Logger; pollMs: number }

/** Claims replay runs one after the other. A run whose worker died is claimed again when its lease is over. */
export async function runReplayWorker(deps: ReplayWorkerDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const token = randomUUID()
    const run = await claimReplayRun(deps.pool, { token, leaseMs: deps.leaseMs })
    if (!run) {
      await sleep(deps.pollMs, signal)
      continue
    }
    deps.logger.info({ run_id: run.id, dry_run: run.dryRun }, 'replay.started')
    try {
      const end = await runReplay(run, token, deps, signal)
      if (end === 'done') await finishReplayRun(deps.pool, { id: run.id, token, status: 'done' })
      // Another worker need not wait for the lease of one that is shutting down.
      else if (signal.aborted) await heartbeatReplayRun(deps.pool, { id: run.id, token, leaseMs: 0 })
      deps.logger.info({ run_id: run.id, end }, 'replay.ended')
    } catch (error) {
      // While a server is away the lease runs out and the run goes on from its cursor.
      if (isServerAway(error)) throw error
      deps.logger.error({ run_id: run.id, err: error }, 'replay.failed')
      const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown error'
      await finishReplayRun(deps.pool, { id: run.id, token, status: 'failed', error: reason })
    }
  }
}
