import { type Logger, sleep } from '@omnistream/common'
import type { Collections, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { AccountDirectory, AccountRecord } from '@omnistream/postgres'
import type { AnyBulkWriteOperation, Filter, WithId } from 'mongodb'

export type AdoptionDeps = {
  audit: Collections['webhookAudit']
  directory: AccountDirectory
  channelIds: readonly string[]
  uuids: UuidCodec
  logger: Logger
  intervalMs: number
}

type Unowned = Pick<WithId<WebhookAuditDocument>, '_id' | 'channel' | 'account_keys' | 'signed_for'>

const batchMax = 500

/**
 * Gives stored payloads their owner once their account is configured, so that the tenant sees them in its audit and
 * reaches them with a replay. Each account is looked for once, when this process first knows it.
 */
export async function runAdoption(deps: AdoptionDeps, signal: AbortSignal): Promise<void> {
  const seen = new Set<string>()
  while (!signal.aborted) {
    for (const channel of deps.channelIds) {
      const fresh = deps.directory.all(channel).filter(({ id }) => !seen.has(id))
      if (fresh.length > 0) await adoptFor(channel, fresh, deps)
      for (const { id } of fresh) seen.add(id)
    }
    await sleep(deps.intervalMs, signal)
  }
}

async function adoptFor(channel: string, fresh: readonly AccountRecord[], deps: AdoptionDeps): Promise<void> {
  const keys = fresh.flatMap(({ externalId, businessId }) =>
    businessId === null ? [externalId] : [externalId, businessId],
  )
  let after: Unowned['_id'] | undefined
  for (;;) {
    const rows: Unowned[] = await deps.audit
      .find(unownedFilter(channel, keys, after), {
        projection: { _id: 1, channel: 1, account_keys: 1, signed_for: 1 },
      })
      .sort({ _id: 1 })
      .limit(batchMax)
      .toArray()
    const operations = rows.flatMap((row) => adoption(row, deps))
    if (operations.length > 0) {
      await deps.audit.bulkWrite(operations, { ordered: false })
      deps.logger.info({ rows: operations.length, channel }, 'audit.adopted')
    }
    after = rows.at(-1)?._id
    if (rows.length < batchMax) return
  }
}

/** Rows without an owner; only they have `account_keys`, so the index `unowned` is nearly empty. */
export const unownedFilter = (
  channel: string,
  keys: readonly string[],
  after: Unowned['_id'] | undefined,
): Filter<WebhookAuditDocument> => ({
  account_keys: { $in: [...keys] },
  channel,
  ...(after ? { _id: { $gt: after } } : {}),
})

/** Nothing where some of it is still nobody's, or another tenant's: nobody may read another tenant's bytes. */
function adoption(
  row: Unowned,
  { directory, uuids }: AdoptionDeps,
): AnyBulkWriteOperation<WebhookAuditDocument>[] {
  const accounts = (row.account_keys ?? []).map((key) => ownersOf(key, row.channel, directory))
  const all = [...new Set(accounts.flat())]
  const [first] = all
  if (!first || accounts.some((owners) => owners.length === 0)) return []
  if (all.some(({ tenantId }) => tenantId !== first.tenantId)) return []
  if (row.signed_for && !all.every(({ id }) => row.signed_for?.some((signer) => uuids.read(signer) === id)))
    return []
  const owner = {
    tenant_id: uuids.write(first.tenantId),
    ...(all.length === 1 ? { account_id: uuids.write(first.id) } : {}),
  }
  return [{ updateOne: { filter: { _id: row._id }, update: { $set: owner, $unset: { account_keys: '' } } } }]
}

function ownersOf(key: string, channel: string, directory: AccountDirectory): readonly AccountRecord[] {
  const account = directory.byExternalId(channel, key)
  return account ? [account] : directory.byBusinessId(channel, key)
}
