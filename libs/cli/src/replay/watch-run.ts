import { sleep } from '@omnistream/common/sleep'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { type Replay, replay } from '../api/shapes.ts'
import type { CliContext } from '../context.ts'
import { createBars } from '../output/progress.ts'

const pollMs = 300
const ends = new Set<Replay['status']>(['done', 'cancelled', 'failed', 'paused'])

/**
 * Follows a run until it has ended or was paused, with a bar where a person watches. An API that is away for a while
 * is waited for: the run goes on without it. Ctrl-C stops the watching, not the run.
 */
export async function watchRun(
  context: Pick<CliContext, 'stop' | 'err' | 'isTerminal'>,
  api: ApiClient,
  first: Replay,
  quiet: boolean,
): Promise<Replay> {
  const bars = createBars(context.isTerminal && !quiet, [{ name: 'replayed', total: 1 }])
  let run = first
  try {
    while (!ends.has(run.status) && !context.stop.aborted) {
      bars.set('replayed', run.progress.processed, run.progress.total ?? undefined)
      await sleep(pollMs, context.stop)
      run = await latest(api, run)
    }
    bars.set('replayed', run.progress.processed, run.progress.total ?? undefined)
  } finally {
    bars.stop()
  }
  if (context.stop.aborted && !ends.has(run.status)) {
    context.err(`the run goes on: omnistream replay watch ${run.id}`)
  }
  return run
}

async function latest(api: ApiClient, run: Replay): Promise<Replay> {
  try {
    return await api.get(`/v1/replays/${run.id}`, {}, replay)
  } catch (error) {
    if (error instanceof ApiError && error.retryable) return run
    throw error
  }
}
