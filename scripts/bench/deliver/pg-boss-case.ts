import { type JobResult, PgBoss } from 'pg-boss'
import { type BenchCase, concurrency, countdown, poolMax } from './bench-case.ts'

const queue = 'bench'
const chunk = 1_000
/** Fetches that overlap. */
const workers = 4

export type BossMode = 'job by job' | 'batches'

/**
 * pg-boss with jobs that do nothing. Job by job: each is fetched and completed by itself, without the pauses between two
 * jobs that its workers make. In batches: fetched and completed together, each with an outcome of its own.
 */
export function pgBossCase(connectionString: string, schema: string, mode: BossMode): BenchCase {
  const boss = new PgBoss({ connectionString, schema, max: poolMax, supervise: false, schedule: false })
  let isStarted = false
  return {
    name: `pg-boss no-op, ${mode}`,
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
    run: (jobs) => (mode === 'batches' ? inBatches(boss, jobs) : jobByJob(boss)),
    close: () => boss.stop({ graceful: false }),
  }
}

async function jobByJob(boss: PgBoss): Promise<void> {
  const hand = async (): Promise<void> => {
    for (;;) {
      const [job] = await boss.fetch(queue, { batchSize: 1 })
      if (job === undefined) return
      await boss.complete(queue, job.id)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, hand))
}

async function inBatches(boss: PgBoss, jobs: number): Promise<void> {
  const counting = countdown(jobs)
  const options = {
    ...{
      batchSize: concurrency,
      burstWhenBatchFull: true,
      localConcurrency: workers,
      pollingIntervalSeconds: 0.5,
    },
    perJobResults: true as const,
  }
  await boss.work(queue, options, async (batch): Promise<JobResult[]> => {
    counting.tick(batch.length)
    return batch.map(({ id }) => ({ id, status: 'completed' }))
  })
  await counting.done
  await boss.offWork(queue)
}
