import type { UuidCodec } from '@omnistream/mongo'
import type { AccountDirectory, AccountRecord } from '@omnistream/postgres'
import type { Item } from './types.ts'

/**
 * Finds the account of each update. An update for an account that nobody has configured is unrouted: its bytes
 * stay, and a replay picks it up once the account exists. The directory is asked again before that is said, as
 * the account may be a moment old.
 */
export async function routeItems(
  items: readonly Item[],
  directory: AccountDirectory,
  uuids: UuidCodec,
): Promise<void> {
  const open = items.filter((item) => !item.outcome)
  if (open.some((item) => !accountOf(item, directory))) await refreshOnce(directory)
  for (const item of open) route(item, directory, uuids)
  for (const item of items) own(item, directory, uuids)
}

/** A burst of webhooks for an unknown account must not become a burst of queries. */
const refreshAtMostEveryMs = 1_000

async function refreshOnce(directory: AccountDirectory): Promise<void> {
  const age = directory.ageMs()
  if (age === undefined || age > refreshAtMostEveryMs) await directory.refresh()
}

function route(item: Item, directory: AccountDirectory, uuids: UuidCodec): void {
  const account = accountOf(item, directory)
  if (!account) {
    item.outcome = { kind: 'unrouted', reason: 'no account of this id is configured' }
  } else if (account.status === 'paused') {
    item.outcome = { kind: 'unrouted', reason: 'the account is paused' }
  } else if (!signedFor(item, account, uuids)) {
    item.outcome = { kind: 'unrouted', reason: 'signed with the secret of another account' }
  } else {
    item.account = account
  }
}

/** Says in whose ledger an update stands: nobody can write into another's. */
function own(item: Item, directory: AccountDirectory, uuids: UuidCodec): void {
  const account = accountOf(item, directory)
  if (account && signedFor(item, account, uuids)) {
    item.owner = { tenant_id: uuids.write(account.tenantId), account_id: uuids.write(account.id) }
  }
}

/** What is said of a whole business (a WABA) is kept with its first account, if all of them are one tenant's. */
function accountOf({ job, update }: Item, directory: AccountDirectory): AccountRecord | undefined {
  const account = directory.byExternalId(job.row.channel, update.account)
  if (account || update.kind !== 'account') return account
  const [first, ...others] = directory.byBusinessId(job.row.channel, update.account)
  return others.every(({ tenantId }) => tenantId === first?.tenantId) ? first : undefined
}

/** One account's secret must not be able to put words into another's inbox (invariant 8). */
const signedFor = ({ job }: Item, account: AccountRecord, uuids: UuidCodec): boolean =>
  job.row.signed_for === undefined || job.row.signed_for.some((id) => uuids.read(id) === account.id)
