import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addReplayCounts,
  cancelReplayRun,
  claimReplayRun,
  createReplayRun,
  finishReplayRun,
  getReplayRun,
  heartbeatReplayRun,
  listReplayRuns,
  pauseReplayRun,
  resumeReplayRun,
} from './replay-runs.ts'
import { ensureTenant } from './tenants.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { openConnections } from './testing/open-connections.ts'

describe('replay runs', () => {
  let db: TestSchema
  let tenantId = ''
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl(), { max: 10 })
    await openConnections(db.pool)
    tenantId = (await ensureTenant(db.pool, { slug: 'acme', name: 'Acme' })).id
  })
  afterEach(() => db.pool.query('delete from replay_runs'))
  afterAll(() => db.drop())

  const create = (at = 0, tenant: string | null = tenantId) =>
    createReplayRun(db.pool, {
      tenantId: tenant,
      filter: { channel: 'whatsapp' },
      dryRun: true,
      sideEffects: false,
      now: new Date(at),
    })
  const claim = (at: number) =>
    claimReplayRun(db.pool, { token: randomUUID(), leaseMs: 1_000, now: new Date(at) })
  const claimed = async (at = 0) => {
    const run = await claim(at)
    if (run?.lockToken == null) throw new Error('nothing to claim')
    return { id: run.id, token: run.lockToken }
  }

  it('stores a run as asked, pending and with nothing done', async () => {
    const run = await create()
    expect(await getReplayRun(db.pool, { id: run.id })).toEqual(run)
    expect(run).toMatchObject({
      status: 'pending',
      dryRun: true,
      sideEffects: false,
      total: null,
      published: 0,
      processed: 0,
      counts: {},
      cursor: null,
    })
  })

  it('gives each run to one worker, oldest first, however many ask at once', async () => {
    const runs = [await create(1), await create(2), await create(3)]
    const got = (await Promise.all(Array.from({ length: 9 }, () => claim(10)))).flatMap(
      (run) => run?.id ?? [],
    )
    expect(got.toSorted()).toEqual(runs.map(({ id }) => id).toSorted())
    await db.pool.query('update replay_runs set locked_until = null')
    expect((await claim(20))?.id).toBe(runs[0]?.id)
  })

  it('gives a run to another worker only after its lease has run out, with its progress', async () => {
    await create()
    const first = await claimed(0)
    await heartbeatReplayRun(db.pool, {
      ...first,
      leaseMs: 1_000,
      progress: { cursor: { after: 'x' }, total: 9, published: 4 },
      now: new Date(500),
    })
    expect(await claim(1_400)).toBeUndefined()
    const second = await claim(1_500)
    expect(second).toMatchObject({
      id: first.id,
      cursor: { after: 'x' },
      total: 9,
      published: 4,
      startedAt: new Date(0),
    })
    const late = {
      ...first,
      leaseMs: 1_000,
      progress: { cursor: 'stale', published: 1 },
      now: new Date(1_600),
    }
    expect(await heartbeatReplayRun(db.pool, late)).toBeUndefined()
    expect(await finishReplayRun(db.pool, { ...first, status: 'done' })).toBe(false)
    expect(await getReplayRun(db.pool, { id: first.id })).toMatchObject({
      status: 'running',
      cursor: { after: 'x' },
      published: 4,
    })
  })

  it('tells the worker of a pause at its next heartbeat, keeps the progress, and goes on from there', async () => {
    await create()
    const lease = await claimed()
    expect(await pauseReplayRun(db.pool, { id: lease.id, tenantId })).toMatchObject({
      ok: true,
      run: { status: 'paused' },
    })
    expect(await heartbeatReplayRun(db.pool, { ...lease, leaseMs: 1_000, progress: { cursor: 7 } })).toBe(
      'paused',
    )
    expect(await claim(10_000_000)).toBeUndefined()
    expect(await finishReplayRun(db.pool, { ...lease, status: 'done' })).toBe(false)
    expect(await resumeReplayRun(db.pool, { id: lease.id })).toMatchObject({
      ok: true,
      run: { status: 'pending', cursor: 7 },
    })
    expect(await heartbeatReplayRun(db.pool, { ...lease, leaseMs: 1_000 })).toBeUndefined()
    expect(await claim(1)).toMatchObject({ id: lease.id, cursor: 7 })
  })

  it('cancels for good', async () => {
    await create()
    const lease = await claimed()
    expect(await cancelReplayRun(db.pool, { id: lease.id, now: new Date(5) })).toMatchObject({
      ok: true,
      run: { finishedAt: new Date(5) },
    })
    expect(await heartbeatReplayRun(db.pool, { ...lease, leaseMs: 1_000 })).toBe('cancelled')
    for (const change of [pauseReplayRun, resumeReplayRun, cancelReplayRun]) {
      expect(await change(db.pool, { id: lease.id })).toEqual({
        ok: false,
        reason: 'conflict',
        status: 'cancelled',
      })
    }
    expect(await claim(10_000_000)).toBeUndefined()
  })

  it('finishes with its error', async () => {
    await create()
    const lease = await claimed()
    expect(
      await finishReplayRun(db.pool, { ...lease, status: 'failed', error: 'parser', now: new Date(9) }),
    ).toBe(true)
    expect(await getReplayRun(db.pool, { id: lease.id })).toMatchObject({
      status: 'failed',
      error: 'parser',
      finishedAt: new Date(9),
      lockToken: null,
    })
  })

  it('adds up the counts of many workers', async () => {
    const { id } = await create()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        addReplayCounts(db.pool, {
          id,
          processed: 2,
          counts: i % 2 === 0 ? { stored: 1, failed: 1 } : { stored: 3 },
        }),
      ),
    )
    expect(await getReplayRun(db.pool, { id })).toMatchObject({
      processed: 40,
      counts: { stored: 40, failed: 10 },
    })
  })

  it('shows and changes a run only within its tenant', async () => {
    const stranger = (await ensureTenant(db.pool, { slug: 'stranger', name: 'S' })).id
    const { id } = await create()
    expect(await getReplayRun(db.pool, { id, tenantId: stranger })).toBeUndefined()
    expect(await cancelReplayRun(db.pool, { id, tenantId: stranger })).toEqual({
      ok: false,
      reason: 'not_found',
    })
    expect(await listReplayRuns(db.pool, { tenantId: stranger, limit: 10 })).toEqual([])
    expect(await getReplayRun(db.pool, { id, tenantId: null })).toBeUndefined()
  })

  it('lists newest first, page by page', async () => {
    const runs = [await create(1), await create(2), await create(2), await create(3, null)].toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    )
    const first = await listReplayRuns(db.pool, { limit: 2 })
    const last = first.at(-1)
    if (last === undefined) throw new Error('the first page is empty')
    const second = await listReplayRuns(db.pool, { limit: 5, before: last })
    expect([...first, ...second].map(({ id }) => id)).toEqual(runs.map(({ id }) => id))
    expect(await listReplayRuns(db.pool, { tenantId: null, limit: 5 })).toMatchObject([{ tenantId: null }])
  })
})
