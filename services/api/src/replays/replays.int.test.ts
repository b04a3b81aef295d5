import { randomUUID } from 'node:crypto'
import type { ReplayResultDocument } from '@omnistream/mongo/documents'
import {
  addReplayCounts,
  claimReplayRun,
  createAccount,
  createKeyRing,
  createReplayRun,
  finishReplayRun,
  getReplayRun,
  heartbeatReplayRun,
} from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { replayListSchema, replayReportSchema, replaySchema } from './replay-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

async function create(key: string, body: unknown) {
  const answer = await api.post('/v1/replays', key, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const replay = replaySchema.parse(answer.body)
  expect(answer.headers.get('location')).toBe(`/v1/replays/${replay.id}`)
  return replay
}

describe('a run', () => {
  it('is created waiting, real and without side effects unless asked, with its filter as given', async () => {
    const { key } = await api.tenant('replay:write')
    const audit = randomUUID()
    const replay = await create(key, {
      filter: {
        ...{ from: '2026-07-01', to: '2026-07-02T00:00:00+02:00', channel: 'whatsapp', state: 'failed' },
        ...{ parser_version_lt: 3, audit_ids: [audit.toUpperCase()] },
      },
      rate_per_second: 50,
    })
    expect(replay).toMatchObject({
      ...{ status: 'pending', dry_run: false, side_effects: false, rate_per_second: 50 },
      filter: {
        ...{
          from: '2026-07-01T00:00:00.000Z',
          to: '2026-07-01T22:00:00.000Z',
          channel: 'whatsapp',
          state: 'failed',
        },
        ...{ parser_version_lt: 3, audit_ids: [audit] },
      },
      progress: { total: null, published: 0, processed: 0, percent: null },
      created_by: expect.stringMatching(/^api-key:/),
    })
    expect(await create(key, { filter: { state: 'failed' }, dry_run: true })).toMatchObject({ dry_run: true })
  })

  it('reaches the engine with the names that it reads', async () => {
    const { id: tenantId, key } = await api.tenant('replay:write')
    const keyRing = createKeyRing(`k:${Buffer.alloc(32, 1).toString('base64')}`)
    const made = await createAccount(api.pool, keyRing, {
      ...{ tenantId, channel: 'whatsapp', externalId: randomUUID(), name: 'Shop' },
    })
    if (!made.ok) throw new Error(made.reason)
    const account = made.account.id
    const replay = await create(key, { filter: { account, state: 'unrouted' } })
    expect(replay.filter).toEqual({ account, state: 'unrouted' })
    const stored = await getReplayRun(api.pool, { id: replay.id })
    expect(stored).toMatchObject({ tenantId, filter: { account_id: account, state: 'unrouted' } })
  })

  it('cannot be made for an account of somebody else', async () => {
    const { key } = await api.tenant('replay:write')
    const { status } = await api.post('/v1/replays', key, { filter: { account: randomUUID() } })
    expect(status).toBe(404)
  })

  it('shows its progress as the engine reports it', async () => {
    const { id: tenantId, key } = await api.tenant('replay:write')
    const other = await claimReplayRun(api.pool, { token: randomUUID(), leaseMs: 60_000 })
    expect(other?.tenantId).not.toBe(tenantId)
    const run = await createReplayRun(api.pool, { tenantId, filter: {}, dryRun: true, sideEffects: false })
    await api.pool.query("update replay_runs set status = 'cancelled' where id <> $1", [run.id])
    const token = randomUUID()
    await claimReplayRun(api.pool, { token, leaseMs: 60_000 })
    await heartbeatReplayRun(api.pool, {
      id: run.id,
      token,
      leaseMs: 60_000,
      progress: { total: 8, published: 4 },
    })
    await addReplayCounts(api.pool, { id: run.id, processed: 3, counts: { new: 2, unchanged: 1 } })
    const shown = replaySchema.parse((await api.get(`/v1/replays/${run.id}`, key)).body)
    expect(shown).toMatchObject({
      ...{ status: 'running', counts: { new: 2, unchanged: 1 } },
      progress: { total: 8, published: 4, processed: 3, percent: 37.5 },
    })
    await finishReplayRun(api.pool, { id: run.id, token, status: 'done' })
    const ended = replaySchema.parse((await api.get(`/v1/replays/${run.id}`, key)).body)
    expect(ended.status).toBe('done')
    expect(ended.finished_at).not.toBeNull()
  })

  it('is paused, resumed and cancelled, and says so where its state does not allow it', async () => {
    const { key } = await api.tenant('replay:write')
    const { id } = await create(key, { filter: { state: 'failed' } })
    const act = (action: string) => api.post(`/v1/replays/${id}/${action}`, key)
    expect((await act('resume')).status).toBe(409)
    expect((await act('pause')).body).toMatchObject({ id, status: 'paused' })
    expect((await act('pause')).body).toMatchObject({ status: 409, replay_status: 'paused' })
    expect((await act('resume')).body).toMatchObject({ status: 'pending' })
    expect((await act('cancel')).body).toMatchObject({ status: 'cancelled' })
    for (const action of ['pause', 'resume', 'cancel']) expect((await act(action)).status).toBe(409)
  })
})

it('runs are listed newest first, page by page', async () => {
  const { key } = await api.tenant('replay:write')
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) made.unshift((await create(key, { filter: { state: 'failed' } })).id)
  const listed: string[] = []
  let before: string | null = null
  do {
    const query = before === null ? 'limit=2' : `limit=2&before=${before}`
    const page = replayListSchema.parse((await api.get(`/v1/replays?${query}`, key)).body)
    listed.push(...page.data.map(({ id }) => id))
    before = page.page.next
  } while (before !== null)
  expect(listed).toEqual(made)
})

describe('the report', () => {
  function result(
    tenantId: string,
    runId: string,
    outcome: 'new' | 'changed' | 'failing',
  ): ReplayResultDocument {
    const { uuids } = api.deps
    const auditId = randomUUID()
    const counts = { new: 0, changed: 0, unchanged: 3, failing: 0, still_failing: 0, ignored: 0, unrouted: 0 }
    const diff = [{ field: 'content.body', before: 'a', after: 'b' }]
    return {
      _id: `${runId}:${auditId}`,
      ...{ run_id: uuids.write(runId), audit_id: uuids.write(auditId), tenant_id: uuids.write(tenantId) },
      ...{
        created_at: new Date('2026-07-01T00:00:00Z'),
        dry_run: true,
        settled: true,
        counts: { ...counts, [outcome]: 1 },
      },
      items: [
        {
          ...{ path: '/entry/0', outcome, kind: 'message', external_id: 'whatsapp:1:x' },
          ...(outcome === 'changed' ? { diff, message_id: uuids.write(auditId) } : {}),
          ...(outcome === 'failing' ? { error: 'boom' } : {}),
        },
      ],
    }
  }

  it('shows what each webhook came to, page by page and by outcome', async () => {
    const { id: tenantId, key } = await api.tenant('replay:write')
    const run = await createReplayRun(api.pool, { tenantId, filter: {}, dryRun: true, sideEffects: false })
    const outcomes = ['new', 'changed', 'failing', 'changed', 'new'] as const
    const rows = outcomes.map((outcome) => result(tenantId, run.id, outcome))
    await api.collections.replayResults.insertMany([...rows, result(tenantId, randomUUID(), 'new')])
    const report = async (query: string) => {
      const { status, body } = await api.get(`/v1/replays/${run.id}/report?${query}`, key)
      expect(status).toBe(200)
      return replayReportSchema.parse(body)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof report>> = await report(
        cursor === null ? 'limit=2' : `limit=2&cursor=${cursor}`,
      )
      seen.push(...page.data.map(({ audit_id }) => `${run.id}:${audit_id}`))
      cursor = page.page.next
    } while (cursor !== null)
    expect(seen).toEqual(rows.map(({ _id }) => _id).toSorted())

    const changed = await report('outcome=changed')
    expect(changed.data).toHaveLength(2)
    expect(changed.data[0]?.items).toMatchObject([
      { outcome: 'changed', diff: [{ field: 'content.body', before: 'a', after: 'b' }], error: null },
    ])
    expect((await report('outcome=failing')).data[0]?.items).toMatchObject([{ error: 'boom', diff: [] }])
    expect((await report('outcome=unchanged')).data.map(({ items }) => items)).toEqual([[], [], [], [], []])
  })

  it("refuses a cursor of another run's report", async () => {
    const { id: tenantId, key } = await api.tenant('replay:write')
    const run = await createReplayRun(api.pool, { tenantId, filter: {}, dryRun: true, sideEffects: false })
    const foreign = Buffer.from(`${randomUUID()}:${randomUUID()}`).toString('base64url')
    expect((await api.get(`/v1/replays/${run.id}/report?cursor=${foreign}`, key)).status).toBe(400)
  })
})
