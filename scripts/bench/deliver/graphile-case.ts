import { Logger, makeWorkerUtils, type RunnerOptions, run } from 'graphile-worker'
import { type BenchCase, concurrency, countdown, poolMax } from './bench-case.ts'

const chunk = 1_000
const logger = new Logger(() => () => {})

/**
 * graphile-worker with jobs that do nothing: as it comes, or with its queue in the process, which locks jobs ahead and
 * writes down several completions together.
 */
export function graphileCase(
  connectionString: string,
  schema: string,
  mode: 'as it comes' | 'batching',
): BenchCase {
  const options: RunnerOptions = {
    ...{ connectionString, schema, logger, noHandleSignals: true, pollInterval: 500, maxPoolSize: poolMax },
    ...{ concurrency, parsedCronItems: [] },
    ...(mode === 'batching'
      ? { preset: { worker: { localQueue: { size: concurrency * 4 }, completeJobBatchDelay: 0 } } }
      : {}),
  }
  return {
    name: `graphile-worker, ${mode}`,
    async prepare(jobs) {
      const utils = await makeWorkerUtils({ connectionString, schema, logger })
      await utils.migrate()
      for (let from = 0; from < jobs; from += chunk) {
        const length = Math.min(chunk, jobs - from)
        await utils.addJobs(Array.from({ length }, (_, n) => ({ identifier: 'noop', payload: { n } })))
      }
      await utils.release()
    },
    async run(jobs) {
      const counting = countdown(jobs)
      const runner = await run({ ...options, taskList: { noop: async () => counting.tick() } })
      await counting.done
      await runner.stop()
    },
  }
}
