import { type JobResult, PgBoss } from 'pg-boss'
import { type BenchCase, concurrency, countdown, poolMax } from './bench-case.ts'

const queue = 'bench'
const chunk = 1_000
/** Fetches that overlap. */
const workers = 4

/**
 * pg-boss with jobs that do nothing, fetched in batches without pauses (by default it waits two seconds between two
 * jobs). Each job has an outcome of its own, as each delivery has, or all of a batch have one.
 */
export function pgBossCase(
  connectionString: string,
  schema: string,
  outcomes: 'per job' | 'per batch',
): BenchCase {
  const boss = new PgBoss({ connectionString, schema, max: poolMax, supervise: false, schedule: false })
  let isStarted = false
  return {
    name: `pg-boss, an outcome ${outcomes}`,
    async prepare(jobs) {
      if (!isStarted) {
        await boss.start()
        await boss.createQueue(queue)
        isStarted = true
      }
      for (let from = 0; from < jobs; from += chunk) {
        const length = Math.min(chunk, jobs - from)
        await boss.insert(
          queue,
          Array.from({ length }, (_, n) => ({ data: { n } })),
        )
      }
    },
    async run(jobs) {
      const counting = countdown(jobs)
      const options = {
        ...{ batchSize: concurrency, burstWhenBatchFull: true, localConcurrency: workers },
        pollingIntervalSeconds: 0.5,
      }
      const perJob = async (batch: readonly { id: string }[]): Promise<JobResult[]> => {
        counting.tick(batch.length)
        return batch.map(({ id }) => ({ id, status: 'completed' }))
      }
      if (outcomes === 'per job') await boss.work(queue, { ...options, perJobResults: true as const }, perJob)
      else await boss.work(queue, options, async (batch) => counting.tick(batch.length))
      await counting.done
      await boss.offWork(queue)
    },
    close: () => boss.stop({ graceful: false }),
  }
}
