import { randomUUID } from 'node:crypto'
import { silentLogger } from '@omnistream/common'
import { type DriftSighting, listDrift, nobody, otherName, putDrift } from '@omnistream/postgres'
import { countingPool } from '@omnistream/postgres/testing/count-queries'
import { openConnections } from '@omnistream/postgres/testing/open-connections'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Item } from '../batch/types.ts'
import { createLedgerBench, type LedgerBench } from '../testing/ledger-bench.ts'
import { createDriftWatch } from './drift-watch.ts'
import { tellDrift } from './tell-drift.ts'

const now = new Date('2026-09-01T10:00:00Z')
let bench: LedgerBench
let tenant = ''
beforeAll(async () => {
  bench = await createLedgerBench()
  bench.setClock(now)
  await openConnections(bench.pool)
})
beforeEach(() => {
  tenant = randomUUID()
})
afterEach(() => bench.pool.query('delete from drift'))
afterAll(() => bench?.drop())

const sighting = (name: string, more: Partial<DriftSighting> = {}): DriftSighting => ({
  ...{ tenantId: tenant, accountId: randomUUID(), channel: 'whatsapp', what: 'field', name, count: 1 },
  ...{ firstSeenAt: now, lastSeenAt: now, auditId: randomUUID(), path: '/entry/0', parserVersion: 1 },
  ...more,
})
const list = () => listDrift(bench.pool, { tenantId: tenant, limit: 1_000 })
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

describe('drift', () => {
  it('is one row for a name, first seen where its earliest bytes are, whatever came first', async () => {
    const bound = { now, namesPerDayMax: 10 }
    const [early, late] = [randomUUID(), randomUUID()]
    await putDrift(
      bench.pool,
      [sighting('novel', { firstSeenAt: at(5), lastSeenAt: at(9), auditId: late })],
      bound,
    )
    await putDrift(
      bench.pool,
      [sighting('novel', { firstSeenAt: at(1), lastSeenAt: at(2), auditId: early })],
      bound,
    )
    await putDrift(bench.pool, [sighting('novel', { firstSeenAt: at(3), lastSeenAt: at(3) })], bound)
    expect(await list()).toMatchObject([
      { name: 'novel', count: 3, firstSeenAt: at(1), lastSeenAt: at(9), auditId: early },
    ])
  })

  it('keeps to its bound of new names a day, however many workers see new ones at once, and loses no count', async () => {
    const max = 20
    await Promise.all(
      Array.from({ length: 5 }, (_, worker) =>
        putDrift(
          bench.pool,
          Array.from({ length: 12 }, (_, n) => sighting(`name ${worker} ${n}`)),
          { now, namesPerDayMax: max },
        ),
      ),
    )
    const rows = await list()
    expect(rows.filter(({ name }) => name !== otherName)).toHaveLength(max)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(60)
    const known = rows.find(({ name }) => name !== otherName)
    await putDrift(bench.pool, [sighting(known?.name ?? '')], { now, namesPerDayMax: max })
    expect((await list()).find(({ id }) => id === known?.id)?.count).toBe(2)
    await putDrift(bench.pool, [sighting('next day')], { now: at(86_400), namesPerDayMax: max })
    expect((await list()).some(({ name }) => name === 'next day')).toBe(true)
  })

  it('holds names that PostgreSQL cannot, and that are too long for an index', async () => {
    await putDrift(bench.pool, [sighting('a\0b\uD800'), sighting('x'.repeat(5_000))], {
      now,
      namesPerDayMax: 9,
    })
    const names = (await list()).map(({ name }) => name)
    expect(names).toContain('a\uFFFDb\uFFFD')
    expect(names.some((name) => name.startsWith('sha256:'))).toBe(true)
  })

  it('costs nothing without drift, and one statement where all names are known', async () => {
    const counting = await countingPool(bench.schema)
    try {
      const watch = createDriftWatch({ ...bench, pool: counting.pool })
      const row = bench.row(tenant, now, { state: 'pending' })
      const item = (update: object): Item => ({ job: { row, parserVersion: 1 }, update }) as Item
      const known = item({ kind: 'unsupported', what: 'field', name: 'novel', path: '/a' })
      await watch([item({ kind: 'ignored', reason: 'typing', path: '/b' })])
      expect(counting.count()).toBe(0)
      await watch([known])
      counting.count()
      await watch([known, known])
      expect(counting.count()).toBe(1)
      expect(await list()).toMatchObject([{ name: 'novel', count: 3 }])
    } finally {
      await counting.pool.end()
    }
  })

  it('is told once, and what is nobody’s by no event', async () => {
    const deps = {
      ...bench,
      bus: bench.bus.bus,
      subjects: bench.bus.on,
      logger: silentLogger(),
      intervalMs: 0,
    }
    await putDrift(bench.pool, [sighting('novel'), sighting('novel', { tenantId: nobody })], {
      ...{ now, namesPerDayMax: 9 },
    })
    expect(await tellDrift(deps)).toBe(2)
    await bench.pool.query('update drift set told_at = null')
    expect(await tellDrift(deps)).toBe(2)
    expect(await tellDrift(deps)).toBe(0)
    const [drift] = await list()
    expect(await bench.events()).toMatchObject([
      {
        ...{ type: 'drift.first_seen', tenantId: tenant, at: now.getTime() },
        data: { drift_id: drift?.id, what: 'field', name: 'novel', path: '/entry/0', parser_version: 1 },
      },
    ])
  })
})
