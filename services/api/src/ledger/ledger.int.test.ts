import { randomUUID } from 'node:crypto'
import { type LedgerEntry, nobody } from '@omnistream/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyEntry, putLedger } from '../testing/put-ledger.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { ledgerAlarmListSchema, ledgerSchema } from './ledger-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

const range = 'from=2026-07-01T00:00:00Z&to=2026-07-03T00:00:00Z'
const hour = (text: string): Date => new Date(`2026-07-${text}:00:00Z`)
const [first, second] = [randomUUID(), randomUUID()].toSorted() as [string, string]

async function ledger(key: string, query = '') {
  const { status, body } = await api.get(`/v1/ledger?${range}&${query}`, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return ledgerSchema.parse(body)
}

async function alarms(key: string, query = '') {
  const { status, body } = await api.get(`/v1/ledger/alarms?${query}`, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return ledgerAlarmListSchema.parse(body)
}

/** Two accounts over three hours of two days, and a share of webhooks that belong to several tenants. */
async function fill(tenant: string): Promise<void> {
  const entry = (accountId: string, more: Partial<LedgerEntry>): LedgerEntry => ({
    ...{ ...emptyEntry(tenant, accountId), ...more },
  })
  await putLedger(api.pool, { ownerId: tenant, hour: hour('01T10') }, [
    entry(first, { webhooks: 2, received: 3, stored: 2, ignored: 1, reasons: { typing: 1 } }),
    entry(second, { webhooks: 1, received: 1, failed: 1 }),
  ])
  await putLedger(api.pool, { ownerId: nobody, hour: hour('01T10') }, [
    entry(first, { received: 2, merged: 1, ignored: 1, reasons: { typing: 1 } }),
  ])
  await putLedger(api.pool, { ownerId: tenant, hour: hour('01T11') }, [
    entry(first, { webhooks: 1, received: 2, unrouted: 2, reasons: { 'the account is paused': 2 } }),
  ])
  await putLedger(api.pool, { ownerId: tenant, hour: hour('02T00') }, [
    entry(first, {
      webhooks: 3,
      pending: 2,
      overdue: 1,
      oldestPendingAt: hour('02T00'),
      received: 1,
      duplicate: 1,
    }),
    entry(nobody, { webhooks: 1, mismatched: 1, received: 1 }),
  ])
}

it('sums hours and days by account, with the share of webhooks that are not the tenant’s alone', async () => {
  const { id, key } = await api.tenant('audit:read')
  await fill(id)
  const byHour = await ledger(key)
  expect(byHour).toMatchObject({
    ...{
      bucket: 'hour',
      from: '2026-07-01T00:00:00.000Z',
      to: '2026-07-03T00:00:00.000Z',
      page: { next: null },
    },
    totals: {
      ...{ webhooks: 8, pending: 2, overdue: 1, mismatched: 1, received: 10, balanced: false },
      ...{ stored: 2, merged: 1, duplicate: 1, ignored: 2, unrouted: 2, failed: 1 },
      reasons: [
        { reason: 'the account is paused', count: 2 },
        { reason: 'typing', count: 2 },
      ],
    },
  })
  expect(
    byHour.data.map((row) => [row.from.slice(8, 13), row.account_id, row.received, row.balanced]),
  ).toEqual([
    ['02T00', null, 1, false],
    ['02T00', first, 1, false],
    ['01T11', first, 2, true],
    ['01T10', first, 5, true],
    ['01T10', second, 1, true],
  ])
  expect(byHour.data[3]).toMatchObject({
    to: '2026-07-01T11:00:00.000Z',
    reasons: [{ reason: 'typing', count: 2 }],
  })
  const byDay = await ledger(key, 'bucket=day')
  expect(byDay.data.map((row) => [row.from, row.account_id, row.received])).toEqual([
    ['2026-07-02T00:00:00.000Z', null, 1],
    ['2026-07-02T00:00:00.000Z', first, 1],
    ['2026-07-01T00:00:00.000Z', first, 7],
    ['2026-07-01T00:00:00.000Z', second, 1],
  ])
  expect(byDay.totals).toEqual(byHour.totals)
})

it('is narrowed by account and channel, and comes page by page with each row once', async () => {
  const { id, key } = await api.tenant('audit:read')
  await fill(id)
  expect((await ledger(key, `account=${second}`)).totals).toMatchObject({ received: 1, failed: 1 })
  expect((await ledger(key, 'channel=telegram')).data).toEqual([])
  for (const bucket of ['hour', 'day']) {
    const all = (await ledger(key, `bucket=${bucket}`)).data
    const paged: typeof all = []
    let next: string | null = ''
    while (next !== null) {
      const page: Awaited<ReturnType<typeof ledger>> = await ledger(
        key,
        `bucket=${bucket}&limit=1${next === '' ? '' : `&before=${next}`}`,
      )
      expect(page.totals.webhooks).toBe(8)
      paged.push(...page.data)
      next = page.page.next
    }
    expect(paged).toEqual(all)
  }
})

it('lists alarms newest first, open and cleared ones', async () => {
  const { id, key } = await api.tenant('audit:read')
  await fill(id)
  const open = (await alarms(key, 'open=true')).data
  expect(
    open.map((alarm) => [alarm.hour, alarm.account_id, alarm.overdue, alarm.mismatched]).toSorted(),
  ).toEqual(
    [
      ['2026-07-02T00:00:00.000Z', first, 1, 0],
      ['2026-07-02T00:00:00.000Z', null, 0, 1],
    ].toSorted(),
  )
  await putLedger(api.pool, { ownerId: id, hour: hour('02T00') }, [
    { ...emptyEntry(id, first), webhooks: 4, received: 3, stored: 3 },
  ])
  expect((await alarms(key, 'open=true')).data).toEqual([])
  expect((await alarms(key, 'open=false')).data).toHaveLength(2)
  const page = await alarms(key, 'limit=1')
  const rest = await alarms(key, `limit=1&before=${page.page.next}`)
  expect([...page.data, ...rest.data].map((alarm) => alarm.id)).toEqual(
    (await alarms(key)).data.map((alarm) => alarm.id),
  )
  expect(rest.page.next).toBeNull()
})

it('shows a tenant nothing of another’s, nor of nobody’s', async () => {
  const [mine, theirs] = [await api.tenant('audit:read'), await api.tenant('audit:read')]
  await fill(theirs.id)
  await putLedger(api.pool, { ownerId: nobody, hour: hour('01T15') }, [
    { ...emptyEntry(nobody, nobody), webhooks: 9, pending: 9, overdue: 9 },
  ])
  for (const query of ['', `account=${first}`, 'bucket=day']) {
    expect(await ledger(mine.key, query)).toMatchObject({
      data: [],
      totals: { webhooks: 0, received: 0, balanced: true },
    })
  }
  expect((await alarms(mine.key)).data).toEqual([])
  expect((await alarms(theirs.key)).data.every(({ hour: at }) => at !== hour('01T15').toISOString())).toBe(
    true,
  )
})
