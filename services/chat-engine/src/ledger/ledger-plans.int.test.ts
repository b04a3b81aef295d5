import { randomUUID } from 'node:crypto'
import { silentLogger, waitFor } from '@omnistream/common'
import { standardUuids as uuids } from '@omnistream/mongo'
import { explained } from '@omnistream/mongo/testing/explained'
import { countOpenAlarms, nobody, sumLedgerByChannel } from '@omnistream/postgres'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../batch/types.ts'
import { createDriftWatch } from '../drift/drift-watch.ts'
import { tellDrift } from '../drift/tell-drift.ts'
import { createLedgerBench, type LedgerBench, noCounts, parsed } from '../testing/ledger-bench.ts'
import { noteOverdue, publishedSince, unpublishedSince } from './find-overdue.ts'
import { hourFilter, hourProjection } from './read-hour.ts'
import { tellAlarms } from './tell-alarms.ts'

const hour = new Date('2026-09-01T10:00:00Z')
const tenants = [randomUUID(), randomUUID(), null] as const
const perHour = 200
const hours = 6
let bench: LedgerBench

beforeAll(async () => {
  bench = await createLedgerBench()
  const rows = []
  for (let n = 0; n < perHour * hours; n++) {
    const at = new Date(hour.getTime() + Math.floor((n * 3_600_000) / perHour))
    for (const tenant of tenants) {
      const isPending = n % 50 === 0
      rows.push(
        bench.row(tenant, at, isPending ? { state: 'pending' } : parsed('done', { stored: 1 }), {
          ...(n % 100 === 0 || !isPending ? { published_at: at } : {}),
        }),
      )
    }
  }
  await bench.audit.insertMany(rows)
})
afterAll(() => bench?.drop())

describe('the ledger reads by index', () => {
  /** Statistics come a moment after a bulk load, and with them the plan that a live database has. */
  const usesIndex = (command: Document, index: string, docsMax: number): Promise<boolean> =>
    waitFor(
      async () => {
        const plan = await explained(bench.mongo.db, { find: 'webhook_audit', ...command })
        return (
          plan.indexes.includes(index) && !plan.stages.includes('COLLSCAN') && plan.docsExamined <= docsMax
        )
      },
      { deadlineMs: 30_000, intervalMs: 500, describe: `a plan over ${index}` },
    )

  it.each(tenants)('the webhooks of one owner in one hour, and no others (%s)', async (tenant) => {
    const filter = hourFilter(
      { ownerId: tenant ?? nobody, hour: new Date(hour.getTime() + 3_600_000) },
      uuids,
    )
    expect(await usesIndex({ filter, projection: hourProjection }, 'tenant_time', perHour)).toBe(true)
  })

  it('what stays pending', async () => {
    const [from, before] = [new Date(hour.getTime() + 3_600_000), new Date(hour.getTime() + 2 * 3_600_000)]
    const unpublished = { filter: unpublishedSince(from, before), sort: { received_at: 1 }, limit: 100 }
    expect(await usesIndex(unpublished, 'pending', 10)).toBe(true)
    const published = { filter: publishedSince(from, before), sort: { published_at: 1 }, limit: 100 }
    expect(await usesIndex(published, 'pending', 10)).toBe(true)
  })

  it('everything in PostgreSQL', async () => {
    const seen = record()
    const told = { ...bench, bus: bench.bus.bus, subjects: bench.bus.on, logger: silentLogger() }
    const broken = await bench.put(tenants[0], hour, { state: 'done', counts: { ...noCounts, received: 1 } })
    await bench.note(broken)
    bench.setClock(new Date(Date.now() + 60_000))
    await noteOverdue({ unpublished: undefined, published: undefined }, { ...bench, pageRows: 10 })
    await bench.count()
    await tellAlarms(told)
    await countOpenAlarms(bench.pool)
    await sumLedgerByChannel(bench.pool, hour)
    const watch = createDriftWatch(bench)
    const update = { kind: 'unsupported', what: 'field', name: 'novel', path: '/entry/0', account: '1' }
    const item = { job: { row: broken, parserVersion: 1 }, update } as unknown as Item
    for (let n = 0; n < 2; n++) await watch([item])
    await tellDrift({ ...told, intervalMs: 0 })
    const statements = seen.filter(({ text }) => /^\s*(select|with|update|insert|delete)/i.test(text))
    expect(statements.length).toBeGreaterThan(20)
    const client = await bench.pool.connect()
    try {
      await client.query('begin')
      // On tables this small a scan is cheaper; what counts is that an index fits.
      await client.query('set local enable_seqscan = off')
      for (const { text, values } of statements) {
        const { rows } = await client.query({ text: `explain (format json) ${text}`, values })
        expect(JSON.stringify(rows), text).not.toContain('Seq Scan')
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  /** Notes every statement that a connection of the pool gets from here on, those of transactions too. */
  function record(): { text: string; values: unknown[] }[] {
    const seen: { text: string; values: unknown[] }[] = []
    bench.pool.on('acquire', (client) => {
      if (Object.hasOwn(client, 'query')) return
      const original = client.query
      client.query = ((...args: unknown[]) => {
        const [query, values] = args as [string | { text: string; values?: unknown[] }, unknown]
        const text = typeof query === 'string' ? query : query.text
        const own = typeof query === 'string' ? undefined : query.values
        seen.push({ text, values: (Array.isArray(values) ? values : own) ?? [] })
        return Reflect.apply(original, client, args) as unknown
      }) as typeof original
    })
    return seen
  }
})
