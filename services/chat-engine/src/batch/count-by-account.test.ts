import { randomUUID } from 'node:crypto'
import { standardUuids as uuids } from '@omnistream/mongo'
import { expect, it } from 'vitest'
import { countByAccount } from './count-by-account.ts'
import type { Item, Job, Outcome } from './types.ts'

const [tenant, other, account, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const owner = (tenantId: string, accountId: string): NonNullable<Item['owner']> => ({
  ...{ tenant_id: uuids.write(tenantId), account_id: uuids.write(accountId) },
})
const item = (by: Item['owner'], outcome: Outcome = { kind: 'stored' }): Item =>
  ({ outcome, ...(by ? { owner: by } : {}) }) as Item
const job = (items: Item[], row: Partial<Job['row']> = owner(tenant, account)): Job => ({ row, items }) as Job

it('adds nothing where all of a payload is the row’s own account’s', () => {
  const own = owner(tenant, account)
  expect(
    countByAccount(job([item(own), item(own), item(undefined, { kind: 'ignored', reason: 'x' })])),
  ).toEqual({})
  expect(countByAccount(job([]))).toEqual({})
  expect(countByAccount(job([item(undefined, { kind: 'unrouted', reason: 'x' })], {}))).toEqual({})
})

it('counts each account for itself where a payload speaks of several, and what is nobody’s apart', () => {
  const ignored: Outcome = { kind: 'ignored', reason: 'typing' }
  const shares = countByAccount(
    job([item(owner(tenant, account)), item(owner(other, second), ignored), item(undefined, ignored)], {}),
  ).by_account
  expect(
    shares?.map(({ counts: { received, stored, ignored: left }, ignored: why, ...ids }) => [
      ...[received, stored, left, why?.[0]?.reason, ids.account_id && uuids.read(ids.account_id)],
    ]),
  ).toEqual([
    [1, 1, 0, undefined, account],
    [1, 0, 1, 'typing', second],
    [1, 0, 1, 'typing', undefined],
  ])
})

it('counts for another account than the row’s where the edge took it for that one', () => {
  const [share] = countByAccount(job([item(owner(tenant, second))])).by_account ?? []
  expect(share?.account_id && uuids.read(share.account_id)).toBe(second)
})
