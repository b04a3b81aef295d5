import type { AccountCounts } from '@omnistream/mongo'
import { countsOf, ignoredOf } from './count-items.ts'
import type { Item, Job } from './types.ts'

/**
 * The counts of a payload, account by account; nothing where all of it is the row's own account's, as of most. An
 * update whose account nobody has configured is the row's own.
 */
export function countByAccount({ row, items }: Job): { by_account?: AccountCounts[] } {
  if (items.every(({ owner }) => !owner || isRows(owner, row))) return {}
  const groups = Map.groupBy(items, ({ owner }) => owner?.account_id.toString('hex') ?? '')
  return {
    by_account: [...groups.values()].map((group) => {
      const owner = group[0]?.owner ?? { tenant_id: row.tenant_id, account_id: row.account_id }
      return {
        ...(owner.tenant_id ? { tenant_id: owner.tenant_id } : {}),
        ...(owner.account_id ? { account_id: owner.account_id } : {}),
        counts: countsOf(group),
        ...ignoredOf(group),
      }
    }),
  }
}

const isRows = (owner: NonNullable<Item['owner']>, row: Job['row']): boolean =>
  row.account_id !== undefined && owner.account_id.toString('hex') === row.account_id.toString('hex')
