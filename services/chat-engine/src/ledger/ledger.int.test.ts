import { randomUUID } from 'node:crypto'
import type { Delivery } from '@omnistream/bus'
import { silentLogger } from '@omnistream/common'
import { standardUuids as uuids } from '@omnistream/mongo'
import { countOpenAlarms, listAlarms, listLedger, nobody } from '@omnistream/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handleDeliveries } from '../batch/handle-deliveries.ts'
import { markAudit } from '../batch/mark-audit.ts'
import { createLedgerBench, type LedgerBench, noCounts, parsed } from '../testing/ledger-bench.ts'
import { countNextHour } from './count-hour.ts'
import { noteOverdue } from './find-overdue.ts'
import { noteRows } from './note-rows.ts'
import { tellAlarms } from './tell-alarms.ts'

const hour = new Date('2026-09-01T10:00:00Z')
const minute = (n: number): Date => new Date(hour.getTime() + n * 60_000)

let bench: LedgerBench
let tenant = ''

beforeAll(async () => {
  bench = await createLedgerBench()
})
beforeEach(() => {
  tenant = randomUUID()
  bench.setClock(minute(10))
})
afterEach(async () => {
  await bench.store.webhookAudit.deleteMany({})
  for (const table of ['loss_ledger_hours', 'loss_ledger', 'loss_ledger_alarms']) {
    await bench.pool.query(`delete from ${table}`)
  }
})
afterAll(() => bench?.drop())

const ledger = async (tenantId = tenant) => {
  const range = { tenantId, from: minute(-120), to: minute(600) }
  return await listLedger(bench.pool, { ...range, bucket: 'hour', limit: 100 })
}

describe('the ledger of an hour', () => {
  it('is exact however often its rows are noted and counted', async () => {
    const rows = [
      await bench.put(tenant, minute(1)),
      await bench.put(tenant, minute(2)),
      await bench.put(tenant, minute(3)),
    ]
    const [a, b, c] = rows
    if (!a || !b || !c) throw new Error('three rows')
    await bench.mark(a, parsed('done', { stored: 2, duplicate: 1 }))
    await bench.count()
    await bench.mark(b, parsed('unrouted', { unrouted: 1, stored: 1 }))
    await bench.mark(c, parsed('failed', {}))
    await bench.note(...rows, ...rows)
    bench.setClock(minute(11))
    await bench.count()
    await bench.note(...rows)
    bench.setClock(minute(12))
    await bench.count()
    expect(await ledger()).toMatchObject([
      {
        ...{ from: hour, channel: 'whatsapp', accountId: nobody, webhooks: 3, pending: 0, received: 6 },
        ...{ stored: 3, duplicate: 1, unrouted: 1, failed: 1, merged: 0, ignored: 0, mismatched: 0 },
      },
    ])
  })

  it('turns failed into stored in its own row once a replay could read it', async () => {
    const row = await bench.put(tenant, minute(1), parsed('failed', { failed: 2 }))
    await bench.note(row)
    bench.setClock(minute(30))
    await bench.count()
    expect(await ledger()).toMatchObject([{ received: 2, failed: 2, stored: 0 }])
    bench.setClock(minute(300))
    await bench.mark(row, parsed('done', { stored: 2 }))
    bench.setClock(minute(301))
    await bench.count()
    expect(await ledger()).toMatchObject([{ from: hour, received: 2, failed: 0, stored: 2 }])
  })

  it('takes a row that is stored late into the hour it was received in', async () => {
    await bench.note(await bench.put(tenant, minute(1), parsed('done', { stored: 1 })))
    bench.setClock(minute(200))
    await bench.count()
    await bench.note(await bench.put(tenant, minute(2), parsed('done', { stored: 1 })))
    bench.setClock(minute(201))
    await bench.count()
    expect(await ledger()).toMatchObject([{ from: hour, webhooks: 2, stored: 2 }])
  })

  it('has the change that came while it was counted', async () => {
    const row = await bench.put(tenant, minute(1), parsed('done', { stored: 1 }))
    await bench.note(row)
    bench.setClock(minute(11))
    const { audit } = bench
    let reads = 0
    const changing = new Proxy(audit, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (name !== 'find') return typeof member === 'function' ? member.bind(target) : member
        return (...args: Parameters<typeof audit.find>) => {
          const cursor = target.find(...args)
          const close = cursor.close.bind(cursor)
          // The hour has been read, and is not written yet.
          cursor.close = async () => {
            if (reads++ === 0) await bench.mark(row, parsed('done', { stored: 1, merged: 4 }))
            await close()
          }
          return cursor
        }
      },
    })
    expect(await countNextHour({ ...bench, audit: changing }, bench.never)).toBe(true)
    expect(reads).toBe(1)
    expect(await ledger()).toMatchObject([{ received: 1, stored: 1, merged: 0 }])
    bench.setClock(minute(12))
    await bench.count()
    expect(await ledger()).toMatchObject([{ received: 5, stored: 1, merged: 4 }])
  })

  it('gives every tenant its share of a webhook that belongs to none of them alone', async () => {
    const other = randomUUID()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const share = (tenantId: string, accountId: string, stored: number) => ({
      ...{ tenant_id: uuids.write(tenantId), account_id: uuids.write(accountId) },
      counts: { ...noCounts, received: stored, stored },
    })
    const shared = await bench.put(null, minute(1), {
      ...parsed('done', { stored: 3 }),
      by_account: [share(tenant, mine, 1), share(other, theirs, 2)],
    })
    const own = await bench.put(tenant, minute(2), parsed('done', { stored: 5 }), {
      account_id: uuids.write(mine),
    })
    await bench.note(shared, own)
    bench.setClock(minute(11))
    await bench.count()
    expect(await ledger()).toMatchObject([{ accountId: mine, webhooks: 1, received: 6, stored: 6 }])
    expect(await ledger(other)).toMatchObject([{ accountId: theirs, webhooks: 0, received: 2 }])
    expect(await ledger(nobody)).toMatchObject([{ accountId: nobody, webhooks: 1, received: 0 }])
  })

  it('moves with a row that is given an owner while the engine works on it', async () => {
    const row = await bench.put(null, minute(1), parsed('unrouted', { unrouted: 1 }))
    await bench.note(row)
    bench.setClock(minute(11))
    await bench.count()
    expect(await ledger(nobody)).toMatchObject([{ webhooks: 1, unrouted: 1 }])
    await bench.audit.updateOne({ _id: row._id }, { $set: { tenant_id: uuids.write(tenant) } })
    await bench.note(row)
    bench.setClock(minute(12))
    await bench.count()
    expect(await ledger(nobody)).toEqual([])
    expect(await ledger()).toMatchObject([{ webhooks: 1, unrouted: 1 }])
  })

  it('stays as it is once its webhooks begin to expire, and where they are gone before', async () => {
    const row = await bench.put(tenant, minute(1), parsed('done', { stored: 1 }))
    await bench.note(row)
    bench.setClock(minute(11))
    await bench.count()
    await bench.audit.deleteOne({ _id: row._id })
    await bench.note(row)
    bench.setClock(minute(12))
    await bench.count()
    expect(await ledger()).toMatchObject([{ webhooks: 1, stored: 1 }])
    const late = await bench.put(tenant, minute(2), parsed('done', { stored: 1 }))
    bench.setClock(new Date(hour.getTime() + 90 * 24 * 60 * 60_000))
    await bench.note(late)
    bench.setClock(new Date(hour.getTime() + 91 * 24 * 60 * 60_000))
    await bench.count()
    expect(await ledger()).toMatchObject([{ webhooks: 1, stored: 1 }])
    expect(await countNextHour(bench, bench.never)).toBe(false)
  })

  it('rests ten times as long as its count took, however often it changes meanwhile', async () => {
    const row = await bench.put(tenant, minute(1), parsed('done', { stored: 1 }))
    await bench.note(row)
    bench.setClock(minute(11))
    let clock = minute(11).getTime()
    // A clock that moves by a second with each look: the count takes some.
    const slow = {
      ...bench,
      now: () => {
        clock += 1_000
        return new Date(clock)
      },
    }
    expect(await countNextHour(slow, bench.never)).toBe(true)
    const { rows } = await bench.pool.query<{ at: Date; until: Date }>(
      'select counted_at as at, not_before as until from loss_ledger_hours',
    )
    const restMs = (rows[0]?.until.getTime() ?? 0) - (rows[0]?.at.getTime() ?? 0)
    expect(restMs).toBeGreaterThanOrEqual(10_000)
    for (let n = 0; n < 3; n++) await bench.mark(row, parsed('done', { stored: 1, merged: n }))
    bench.setClock(new Date(clock + restMs - 5_000))
    expect(await countNextHour(bench, bench.never)).toBe(false)
    bench.setClock(new Date(clock + restMs + 5_000))
    await bench.count()
    expect(await ledger()).toMatchObject([{ stored: 1, merged: 2 }])
  })

  it('is counted by one engine at a time, and by another once that one has died', async () => {
    await bench.note(await bench.put(tenant, minute(1), parsed('done', { stored: 1 })))
    bench.setClock(minute(11))
    const stopped = AbortSignal.abort()
    expect(await countNextHour(bench, stopped)).toBe(false)
    expect(await countNextHour(bench, bench.never)).toBe(false)
    bench.setClock(minute(13))
    await bench.count()
    expect(await ledger()).toMatchObject([{ stored: 1 }])
  })
})

describe('a worker that dies between the mark and the note', () => {
  const delivery = (id: string): Delivery => ({
    envelope: { v: 1, kind: 'webhook', ids: [id], channel: 'whatsapp', publishedAt: 0 },
    ...{ subject: 'webhook', attempt: 1, suspect: false },
  })

  it('leaves a ledger that is exact once the message has come again', async () => {
    const row = await bench.put(tenant, minute(1))
    const deps = {
      ...{ audit: bench.audit, uuids, logger: silentLogger(), now: bench.now, jobsMax: 10, attemptsMax: 5 },
      process: (jobs: Parameters<typeof markAudit>[0]) => markAudit(jobs, bench.audit, bench.now()),
      markGivenUp: async () => {},
      checkpoint: () => {},
    }
    const id = uuids.read(row._id)
    const died = handleDeliveries([delivery(id)], bench.never, {
      ...deps,
      noteChanged: async () => Promise.reject(new TypeError('dead')),
    })
    await expect(died).rejects.toThrow('dead')
    expect(await bench.audit.countDocuments({ 'parse.state': 'done' })).toBe(1)
    bench.setClock(minute(11))
    await bench.count()
    expect(await ledger()).toEqual([])
    const again = await handleDeliveries([delivery(id)], bench.never, {
      ...deps,
      process: async () => Promise.reject(new Error('a marked row is not done again')),
      noteChanged: (rows) => noteRows(rows, bench),
    })
    expect(again).toEqual([{ kind: 'ack' }])
    bench.setClock(minute(12))
    await bench.count()
    expect(await ledger()).toMatchObject([{ webhooks: 1, pending: 0, received: 0 }])
  })
})

describe('an hour that does not add up', () => {
  const tell = () =>
    tellAlarms({ ...bench, bus: bench.bus.bus, subjects: bench.bus.on, logger: silentLogger() })
  const look = () =>
    noteOverdue({ unpublished: undefined, published: undefined }, { ...bench, pageRows: 100 })
  const mine = async () => (await bench.events()).filter(({ tenantId }) => tenantId === tenant)
  const alarms = () => listAlarms(bench.pool, { tenantId: tenant, limit: 10 })

  it('alarms once for a webhook that nobody took up, and clears once when it is done', async () => {
    const row = await bench.put(tenant, minute(1))
    await look()
    await bench.count()
    expect(await ledger()).toEqual([])
    for (const after of [17, 18, 40, 60]) {
      bench.setClock(minute(after))
      await look()
      await bench.count()
      await tell()
      await tell()
    }
    expect(await ledger()).toMatchObject([{ webhooks: 1, pending: 1, overdue: 1, received: 0 }])
    expect(await alarms()).toMatchObject([{ hour, overdue: 1, clearedAt: null, oldestPendingAt: minute(1) }])
    expect(await countOpenAlarms(bench.pool)).toEqual([{ channel: 'whatsapp', hours: 1 }])
    expect(await mine()).toMatchObject([
      { type: 'ledger.alarm', accountId: nobody, data: { hour: hour.toISOString(), overdue: 1 } },
    ])
    await bench.mark(row, parsed('done', { stored: 1 }))
    bench.setClock(minute(61))
    for (let n = 0; n < 2; n++) {
      await bench.count()
      await tell()
    }
    expect(await countOpenAlarms(bench.pool)).toEqual([])
    expect((await mine()).map(({ type }) => type)).toEqual(['ledger.alarm', 'ledger.cleared'])
    expect(await alarms()).toMatchObject([{ clearedAt: minute(61) }])
  })

  it('alarms when time alone makes a counted webhook overdue', async () => {
    const pending = await bench.put(tenant, minute(1), { state: 'pending' }, { published_at: minute(1) })
    await bench.note(pending)
    bench.setClock(minute(11))
    await bench.count()
    expect(await alarms()).toEqual([])
    bench.setClock(minute(17))
    await bench.count()
    expect(await alarms()).toMatchObject([{ overdue: 1 }])
  })

  it('alarms for an update that was lost, not for one that failed', async () => {
    await bench.note(await bench.put(tenant, minute(1), parsed('failed', { failed: 3 })))
    bench.setClock(minute(11))
    await bench.count()
    expect(await alarms()).toEqual([])
    const lost = { state: 'done' as const, counts: { ...noCounts, received: 2, stored: 1 } }
    await bench.note(await bench.put(tenant, minute(2), lost))
    bench.setClock(minute(12))
    await bench.count()
    expect(await alarms()).toMatchObject([{ mismatched: 1, overdue: 0 }])
  })

  it('keeps one alarm open however many engines count it at once', async () => {
    const other = randomUUID()
    for (const owner of [tenant, null, other]) {
      const parse = { state: 'done' as const, counts: { ...noCounts, received: 1 } }
      const more = owner === other ? {} : { account_id: uuids.write(tenant) }
      await bench.note(await bench.put(owner, minute(1), parse, more))
    }
    bench.setClock(minute(11))
    await Promise.all(Array.from({ length: 4 }, () => bench.count()))
    expect(await alarms()).toHaveLength(1)
    expect(await countOpenAlarms(bench.pool)).toEqual([{ channel: 'whatsapp', hours: 3 }])
  })

  it('is cleared when both its own and the shared webhooks are mended at once', async () => {
    const broken = { ...noCounts, received: 1 }
    const ids = { tenant_id: uuids.write(tenant), account_id: uuids.write(tenant) }
    const own = await bench.put(tenant, minute(1), { state: 'done', counts: broken }, ids)
    const shared = await bench.put(null, minute(2), {
      ...{ state: 'done', counts: { ...noCounts, received: 1, stored: 1 } },
      by_account: [{ ...ids, counts: broken }],
    })
    await bench.note(own, shared)
    bench.setClock(minute(11))
    await bench.count()
    expect(await alarms()).toMatchObject([{ mismatched: 1, clearedAt: null }])
    await bench.mark(own, parsed('done', { stored: 1 }))
    await bench.mark(shared, {
      ...parsed('done', { stored: 1 }),
      by_account: [{ ...ids, counts: parsed('done', { stored: 1 }).counts ?? noCounts }],
    })
    bench.setClock(minute(12))
    await Promise.all(Array.from({ length: 4 }, () => bench.count()))
    expect(await alarms()).toMatchObject([{ clearedAt: minute(12) }])
    expect(await countOpenAlarms(bench.pool)).toEqual([])
  })

  it('is told by nobody’s event where the webhook is nobody’s', async () => {
    const before = (await bench.events()).length
    await bench.put(null, minute(1))
    bench.setClock(minute(30))
    await look()
    await bench.count()
    await tell()
    await tell()
    expect(await countOpenAlarms(bench.pool)).toEqual([{ channel: 'whatsapp', hours: 1 }])
    expect(await bench.events()).toHaveLength(before)
  })

  it('is found among more pending webhooks than one look reads', async () => {
    const owners = Array.from({ length: 7 }, () => randomUUID())
    for (const [n, owner] of owners.entries()) {
      await bench.put(
        owner,
        minute(1 + (n % 2)),
        { state: 'pending' },
        n < 4 ? { published_at: minute(n) } : {},
      )
    }
    bench.setClock(minute(30))
    let places = await noteOverdue(
      { unpublished: undefined, published: undefined },
      { ...bench, pageRows: 2 },
    )
    for (let n = 0; n < 6; n++) places = await noteOverdue(places, { ...bench, pageRows: 2 })
    await bench.count()
    expect(await countOpenAlarms(bench.pool)).toEqual([{ channel: 'whatsapp', hours: 7 }])
  })
})
