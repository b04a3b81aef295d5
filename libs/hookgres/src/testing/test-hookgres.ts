import { randomBytes } from 'node:crypto'
import { silentLogger, waitFor } from '@omnistream/common'
import { createPool, type Pool } from '@omnistream/postgres/pool'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { createHookgres, type Hookgres, type HookgresOptions } from '../create-hookgres.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { type Tables, tablesOf } from '../schema/tables.ts'
import type { Worker } from '../worker/create-worker.ts'
import type { HookgresEvent } from '../worker/events.ts'
import type { WorkerOptions } from '../worker/worker-options.ts'
import { type HookReceiver, startHookReceiver } from './hook-receiver.ts'

export type TestHookgres = {
  hookgres: Hookgres
  pool: Pool
  schema: string
  tables: Tables
  url: string
  events: HookgresEvent[]
  receiver(answer?: Parameters<typeof startHookReceiver>[0]): Promise<HookReceiver>
  /** Another hookgres on the same tables. */
  another(options?: Partial<HookgresOptions>): Hookgres
  /** A worker that runs, with pauses that suit a test. */
  work(options?: WorkerOptions, of?: Hookgres): Worker
  endpoint(
    url: string,
    more?: Partial<Parameters<Hookgres['endpoints']['create']>[0]>,
  ): Promise<Endpoint & { secret: string }>
  /** Waits until no delivery is pending (held ones aside) or under way. */
  settled(deadlineMs?: number): Promise<unknown>
  /** Closes workers and receivers, drops the schema. */
  remove(): Promise<void>
}

export const tenantId = 'tenant-1'

export const quick: WorkerOptions = {
  ...{ pollMs: 20, leaseMs: 10_000, policy: { attempts: 3, baseMs: 10, factor: 2, capMs: 200 } },
  timeouts: { totalMs: 5_000 },
}

/** A hookgres in a schema of its own, whose deliveries may go to loopback. */
export async function createTestHookgres(options: { max?: number } = {}): Promise<TestHookgres> {
  const schema = `test_${randomBytes(6).toString('hex')}`
  const url = await testDatabaseUrl()
  const pool = createPool(url, {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), max: options.max ?? 5 },
  })
  const events: HookgresEvent[] = []
  const another: TestHookgres['another'] = (changes) =>
    createHookgres({
      ...{ pool, schema, guard: { allow: ['127.0.0.0/8'] }, onEvent: (event) => events.push(event) },
      ...changes,
    })
  const hookgres = another()
  await hookgres.migrate()
  const tables = tablesOf(schema)
  const workers: Worker[] = []
  const runs: Promise<void>[] = []
  const receivers: HookReceiver[] = []
  return {
    ...{ hookgres, pool, schema, tables, url, events, another },
    async receiver(answer) {
      const receiver = await startHookReceiver(answer)
      receivers.push(receiver)
      return receiver
    },
    work(workerOptions, of = hookgres) {
      const worker = of.createWorker({ ...quick, ...workerOptions })
      workers.push(worker)
      runs.push(worker.run())
      return worker
    },
    async endpoint(to, more) {
      const created = await hookgres.endpoints.create({ tenantId, url: to, ...more })
      if (!created.ok) throw new Error(`the endpoint is invalid: ${created.field} ${created.error}`)
      return { ...created.endpoint, secret: created.secret }
    },
    settled: (deadlineMs = 15_000) =>
      waitFor(
        async () => {
          const { rows } = await pool.query(
            `select 1 from ${tables.deliveries} where status = 'delivering'
              or (status = 'pending' and next_attempt_at is not null) limit 1`,
          )
          return rows.length === 0
        },
        { deadlineMs, intervalMs: 30, describe: 'all deliveries to end' },
      ),
    async remove() {
      await Promise.all(workers.map((worker) => worker.close({ deadlineMs: 0 })))
      await Promise.all(runs)
      await Promise.all(receivers.map((one) => one.close()))
      await pool.query(`drop schema "${schema}" cascade`)
      await pool.end()
    },
  }
}
