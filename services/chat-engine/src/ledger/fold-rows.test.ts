import { randomUUID } from 'node:crypto'
import { type ParseCounts, standardUuids as uuids } from '@omnistream/mongo'
import { ledgerOutcomes, nobody } from '@omnistream/postgres'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedRow, createFold } from './fold-rows.ts'

const [tenant, other, account, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const at = new Date('2026-09-01T10:20:00Z')
const none: ParseCounts = {
  ...{ received: 0, stored: 0, merged: 0, duplicate: 0, ignored: 0, unrouted: 0, failed: 0 },
}
const counts = (some: Partial<ParseCounts>): ParseCounts => ({ ...none, ...some })
const row = (parse: CountedRow['parse'], more: Partial<CountedRow> = {}): CountedRow => ({
  ...{ received_at: at, channel: 'whatsapp', parse },
  ...{ tenant_id: uuids.write(tenant), account_id: uuids.write(account) },
  ...more,
})
const fold = (rows: readonly CountedRow[], overdueBefore = at) => {
  const folded = createFold(overdueBefore, uuids)
  for (const one of rows) folded.add(one)
  return folded
}

describe('the fold of an hour', () => {
  it('sums what each row says of its updates, and why some were ignored', () => {
    const ignored = [{ reason: 'typing', count: 2 }]
    const done = row({
      state: 'done',
      counts: counts({ received: 4, stored: 1, merged: 1, ignored: 2 }),
      ignored,
    })
    const failed = row({ state: 'failed', counts: counts({ received: 2, duplicate: 1, failed: 1 }) })
    expect(fold([done, failed, done]).entries()).toEqual([
      {
        ...{ tenantId: tenant, accountId: account, channel: 'whatsapp', webhooks: 3, pending: 0, overdue: 0 },
        ...{ oldestPendingAt: null, mismatched: 0, received: 10, stored: 2, merged: 2, duplicate: 1 },
        ...{ ignored: 4, unrouted: 0, failed: 1, reasons: { typing: 4 } },
      },
    ])
  })

  it('counts a webhook that could not be read as one failed update, so that it does not vanish', () => {
    const [entry] = fold([row({ state: 'failed', counts: none })]).entries()
    expect(entry).toMatchObject({ webhooks: 1, received: 1, failed: 1, mismatched: 0 })
  })

  it('counts an empty webhook, of which nothing was to come', () => {
    const [entry] = fold([row({ state: 'done', counts: none })]).entries()
    expect(entry).toMatchObject({ webhooks: 1, received: 0, failed: 0, mismatched: 0 })
  })

  it('gives each account its share of one webhook, another tenant’s too, and the webhook to its owner', () => {
    const shared = row({
      state: 'done',
      counts: counts({ received: 3, stored: 3 }),
      by_account: [
        {
          tenant_id: uuids.write(tenant),
          account_id: uuids.write(second),
          counts: counts({ received: 2, stored: 2 }),
        },
        {
          tenant_id: uuids.write(other),
          account_id: uuids.write(account),
          counts: counts({ received: 1, stored: 1 }),
        },
      ],
    })
    const { tenant_id: _tenant, account_id: _account, ...unowned } = shared
    const entries = fold([unowned]).entries()
    expect(
      entries.map(({ tenantId, accountId, webhooks, received }) => [tenantId, accountId, webhooks, received]),
    ).toEqual([
      [nobody, nobody, 1, 0],
      [tenant, second, 0, 2],
      [other, account, 0, 1],
    ])
  })

  it.each([
    ['an update without an outcome', { state: 'done', counts: counts({ received: 2, stored: 1 }) }],
    ['a parsed row without counts', { state: 'done' }],
    [
      'shares that are not the whole',
      {
        ...{ state: 'done', counts: counts({ received: 2, stored: 2 }) },
        by_account: [{ counts: counts({ received: 1, stored: 1 }) }],
      },
    ],
  ] as [string, CountedRow['parse']][])('finds %s', (_, parse) => {
    expect(fold([row(parse)]).entries()[0]?.mismatched).toBe(1)
  })

  it('tells pending webhooks from overdue ones, and when the next one is overdue', () => {
    const pending = (ms: number) => row({ state: 'pending' }, { received_at: new Date(at.getTime() + ms) })
    const folded = fold([pending(-5), pending(7), pending(3), pending(-1)])
    expect(folded.entries()[0]).toMatchObject({
      ...{ webhooks: 4, pending: 4, overdue: 2, oldestPendingAt: new Date(at.getTime() - 5), received: 0 },
    })
    expect(folded.nextPendingAt()).toEqual(new Date(at.getTime() + 3))
  })

  it('names fifty reasons and sums the rest, so that reasons and counts agree', () => {
    const ignored = Array.from({ length: 80 }, (_, n) => ({
      reason: `unsupported field: f${n}`,
      count: 100 - n,
    }))
    const total = ignored.reduce((sum, { count }) => sum + count, 0)
    const [entry] = fold([
      row({ state: 'done', counts: counts({ received: total + 5, ignored: total + 5 }), ignored }),
    ]).entries()
    const reasons = entry?.reasons ?? {}
    expect(Object.keys(reasons)).toHaveLength(51)
    expect(reasons['unsupported field: f0']).toBe(100)
    expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(total + 5)
  })

  it('says the same in whatever order the rows come, and its sums agree', () => {
    const outcomes = fc.record(Object.fromEntries(ledgerOutcomes.map((name) => [name, fc.nat(5)])))
    const rows = fc.array(
      outcomes.map((some) => {
        const received = Object.values(some).reduce((sum, count) => sum + count, 0)
        return row({ state: 'done', counts: { ...none, ...some, received } })
      }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(rows, (some) => {
        const entries = fold(some).entries()
        expect(fold(some.toReversed()).entries()).toEqual(entries)
        for (const entry of entries) {
          expect(ledgerOutcomes.reduce((sum, name) => sum + entry[name], 0)).toBe(entry.received)
        }
      }),
    )
  })
})
