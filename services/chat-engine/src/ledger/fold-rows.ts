import type { ParseCounts, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import { type LedgerEntry, ledgerOutcomes, nobody } from '@omnistream/postgres'
import type { Binary } from 'mongodb'
import { isBalanced } from '../batch/count-items.ts'
import { topReasons } from './top-reasons.ts'

/** What of an audit row the ledger is made of. */
export type CountedRow = Pick<
  WebhookAuditDocument,
  'received_at' | 'channel' | 'tenant_id' | 'account_id'
> & {
  parse: Pick<WebhookAuditDocument['parse'], 'state' | 'counts' | 'ignored' | 'by_account'>
}

export type Fold = {
  add(row: CountedRow): void
  entries(): LedgerEntry[]
  /** When the first pending row was received that is not overdue yet. */
  nextPendingAt(): Date | undefined
}

type Owner = { tenant_id?: Binary; account_id?: Binary }
type Tally = Omit<LedgerEntry, 'reasons'> & { reasons: Map<string, number> }
type Share = Owner & Pick<WebhookAuditDocument['parse'], 'ignored'> & { counts: ParseCounts }

/**
 * Sums audit rows by tenant, account and channel. A webhook stands under the row's own account, its updates under the
 * accounts they speak of. Pending rows received before `overdueBefore` are overdue.
 */
export function createFold(overdueBefore: Date, uuids: UuidCodec): Fold {
  const tallies = new Map<string, Tally>()
  let next: Date | undefined
  const tallyOf = (owner: Owner, channel: string): Tally => {
    const tenantId = owner.tenant_id ? uuids.read(owner.tenant_id) : nobody
    const accountId = owner.account_id ? uuids.read(owner.account_id) : nobody
    const key = `${tenantId} ${accountId} ${channel}`
    const known = tallies.get(key) ?? emptyTally(tenantId, accountId, channel)
    tallies.set(key, known)
    return known
  }
  return {
    add(row) {
      const own = tallyOf(row, row.channel)
      own.webhooks++
      if (row.parse.state === 'pending') {
        if (addPending(own, row.received_at, overdueBefore)) return
        if (!next || row.received_at < next) next = row.received_at
        return
      }
      const shares = sharesOf(row)
      if (!isWhole(row, shares)) own.mismatched++
      for (const share of shares) addShare(tallyOf(share, row.channel), share)
    },
    entries: () => [...tallies.values()].map(toEntry),
    nextPendingAt: () => next,
  }
}

/** Out: whether it is overdue. */
function addPending(tally: Tally, receivedAt: Date, overdueBefore: Date): boolean {
  tally.pending++
  if (!tally.oldestPendingAt || receivedAt < tally.oldestPendingAt) tally.oldestPendingAt = receivedAt
  if (receivedAt >= overdueBefore) return false
  tally.overdue++
  return true
}

function sharesOf(row: CountedRow): Share[] {
  const { parse } = row
  if (parse.by_account) return parse.by_account
  const counts = parse.counts ?? noCounts
  // Nobody knows how many updates an unreadable webhook held: it is one that failed, or it would vanish.
  const unreadable = parse.state === 'failed' && counts.received === 0
  const own = {
    ...(row.tenant_id && { tenant_id: row.tenant_id }),
    ...(row.account_id && { account_id: row.account_id }),
  }
  return [
    { ...own, ...(parse.ignored && { ignored: parse.ignored }), counts: unreadable ? oneFailed : counts },
  ]
}

const noCounts: ParseCounts = {
  ...{ received: 0, stored: 0, merged: 0, duplicate: 0, ignored: 0, unrouted: 0, failed: 0 },
}
const oneFailed: ParseCounts = { ...noCounts, received: 1, failed: 1 }

/** Whether each update has one outcome, and the shares are together what the row says (invariant 3). */
function isWhole({ parse }: CountedRow, shares: readonly Share[]): boolean {
  if (!parse.counts) return parse.state === 'failed'
  if (!isBalanced(parse.counts)) return false
  if (!parse.by_account) return true
  const { counts } = parse
  const names = ['received', ...ledgerOutcomes] as const
  return names.every((name) => shares.reduce((sum, share) => sum + share.counts[name], 0) === counts[name])
}

function addShare(tally: Tally, { counts, ignored = [] }: Share): void {
  tally.received += counts.received
  for (const outcome of ledgerOutcomes) tally[outcome] += counts[outcome]
  for (const { reason, count } of ignored) tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + count)
}

const emptyTally = (tenantId: string, accountId: string, channel: string): Tally => ({
  ...{ tenantId, accountId, channel, webhooks: 0, pending: 0, overdue: 0, oldestPendingAt: null },
  ...{ mismatched: 0, ...noCounts, reasons: new Map() },
})

const toEntry = (tally: Tally): LedgerEntry => ({
  ...tally,
  reasons: topReasons(tally.reasons, tally.ignored + tally.unrouted),
})
