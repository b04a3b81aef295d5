import { cpus } from 'node:os'
import { ensureDevstack } from '@omnistream/devstack'
import { queueDrivers } from '@omnistream/queue'
import { freePort } from '../../tests/support/free-port.ts'
import { createTenancy } from '../../tests/support/tenancy.ts'
import { type BenchCase, concurrency, measure } from './deliver/bench-case.ts'
import { graphileCase } from './deliver/graphile-case.ts'
import { hookgresCase } from './deliver/hookgres-case.ts'
import { pgBossCase } from './deliver/pg-boss-case.ts'
import { plainPosts } from './deliver/plain-posts.ts'
import { startBenchServer } from './server.ts'

/**
 * Deliveries of each queue driver to a receiver of its own process, beside what bounds them (plain POSTs) and beside job
 * queues that do nothing, all in one run, one after the other, in one database: only the ratios travel.
 */
export async function benchDeliver({ jobs }: { jobs: number }): Promise<void> {
  const { REDIS_URL: redisUrl } = await ensureDevstack({ log: () => {} })
  const tenancy = await createTenancy()
  const port = await freePort()
  const server = await startBenchServer('scripts/bench/deliver/receiver-server.ts', port, {
    BENCH_PORT: String(port),
  })
  const database = tenancy.env.DATABASE_URL ?? ''
  const schemas = { boss: `${tenancy.prefix}boss`, graphile: `${tenancy.prefix}graphile` }
  const rates = new Map<string, number>()
  const rateOf = async (one: BenchCase): Promise<number> => {
    const rate = await measure(one, jobs)
    rates.set(one.name, rate)
    console.error(`${one.name}: ${Math.round(rate)} a second`)
    return rate
  }
  try {
    const own = { tenancy, redisUrl, receiver: server.url }
    const plain = await rateOf(plainPosts(server.url))
    const postgres = await rateOf(hookgresCase({ ...own, driver: 'postgres' }))
    for (const driver of queueDrivers)
      if (driver !== 'postgres') await rateOf(hookgresCase({ ...own, driver }))
    const noRequest = await rateOf(hookgresCase({ ...own, driver: 'postgres', receiver: undefined }))
    const boss = await rateOf(pgBossCase(database, schemas.boss, 'job by job'))
    await rateOf(pgBossCase(database, `${schemas.boss}_batch`, 'batches'))
    await rateOf(graphileCase(database, schemas.graphile, 'as it comes'))
    await rateOf(graphileCase(database, `${schemas.graphile}_batch`, 'batching'))
    print(rates, plain, jobs)
    console.log(`
postgres / plain POSTs:                                   ${(postgres / plain).toFixed(2)}
postgres / pg-boss no-op, job by job:                     ${(postgres / boss).toFixed(2)}
postgres without the request / pg-boss no-op, job by job: ${(noRequest / boss).toFixed(2)}`)
  } finally {
    await server.stop()
    for (const schema of Object.values(schemas))
      await tenancy.pool.query(`drop schema if exists "${schema}", "${schema}_batch" cascade`)
    await tenancy.drop()
  }
}

function print(rates: ReadonlyMap<string, number>, plain: number, jobs: number): void {
  const lines = [...rates].map(
    ([name, rate]) => `| ${name} | ${Math.round(rate)} | ${(rate / plain).toFixed(2)} |`,
  )
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? ''}; Node ${process.version}; ${jobs} jobs, ${concurrency} at once

| what | a second | of plain POSTs |
|---|---|---|
${lines.join('\n')}`)
}
