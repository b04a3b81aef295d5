import { type Logger, sleep } from '@omnistream/common'
import type { Collections, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { AccountDirectory, AccountRecord } from '@omnistream/postgres'
import type { AnyBulkWriteOperation, Binary, Filter, WithId } from 'mongodb'
import { type NoteDeps, noteRows } from './ledger/note-rows.ts'

export type AdoptionDeps = {
  audit: Collections['webhookAudit']
  directory: AccountDirectory
  channelIds: readonly string[]
  uuids: UuidCodec
  logger: Logger
  note: NoteDeps
  intervalMs: number
}

type Unowned = Pick<
  WithId<WebhookAuditDocument>,
  '_id' | 'received_at' | 'channel' | 'account_keys' | 'signed_for'
>

const batchMax = 500
/** The rows have their owner by then, or never get it from this call. */
const settleMs = 60_000

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
        projection: { _id: 1, received_at: 1, channel: 1, account_keys: 1, signed_for: 1 },
      })
      .sort({ _id: 1 })
      .limit(batchMax)
      .toArray()
    const adoptions = rows.flatMap((row) => {
      const owner = ownerOf(row, deps)
      return owner ? [{ row, owner }] : []
    })
    if (adoptions.length > 0) await adopt(adoptions, deps)
    if (adoptions.length > 0) deps.logger.info({ rows: adoptions.length, channel }, 'audit.adopted')
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

type Owner = Pick<WebhookAuditDocument, 'account_id'> & { tenant_id: Binary }

/**
 * Gives rows their owner. They leave the ledger's hours of nobody for those of their owner, which are noted both before
 * and after: whoever dies in between does not find the rows again.
 */
async function adopt(
  adoptions: readonly { row: Unowned; owner: Owner }[],
  deps: AdoptionDeps,
): Promise<void> {
  const moved = adoptions.flatMap(({ row, owner }) => [row, { ...row, tenant_id: owner.tenant_id }])
  await noteRows(moved, deps.note, settleMs)
  const operations = adoptions.map(
    ({ row, owner }): AnyBulkWriteOperation<WebhookAuditDocument> => ({
      updateOne: { filter: { _id: row._id }, update: { $set: owner, $unset: { account_keys: '' } } },
    }),
  )
  await deps.audit.bulkWrite(operations, { ordered: false })
  await noteRows(moved, deps.note)
}

/** Nobody where some of it is still nobody's, or another tenant's: nobody may read another tenant's bytes. */
function ownerOf(row: Unowned, { directory, uuids }: AdoptionDeps): Owner | undefined {
  const accounts = (row.account_keys ?? []).map((key) => ownersOf(key, row.channel, directory))
  const all = [...new Set(accounts.flat())]
  const [first] = all
  if (!first || accounts.some((owners) => owners.length === 0)) return undefined
  if (all.some(({ tenantId }) => tenantId !== first.tenantId)) return undefined
  if (row.signed_for && !all.every(({ id }) => row.signed_for?.some((signer) => uuids.read(signer) === id)))
    return undefined
  return {
    tenant_id: uuids.write(first.tenantId),
    ...(all.length === 1 ? { account_id: uuids.write(first.id) } : {}),
  }
}

function ownersOf(key: string, channel: string, directory: AccountDirectory): readonly AccountRecord[] {
  const account = directory.byExternalId(channel, key)
  return account ? [account] : directory.byBusinessId(channel, key)
}
