import type { AccountUpdate, Thread, ThreadUpdate, WatermarkUpdate } from '@omnistream/channels'
import type { AccountUpdateDocument, Collections, UuidCodec } from '@omnistream/mongo'
import { isStorable } from '@omnistream/mongo/document-size'
import { type Pool, raiseWatermarks } from '@omnistream/postgres'
import type { AnyBulkWriteOperation } from 'mongodb'
import { accountUpdateIdOf } from '../derive-ids.ts'
import { threadOf } from '../merge/thread-of.ts'
import { migrateThreads } from '../threads/migrate-threads.ts'
import type { Item } from './types.ts'

export type OtherDeps = { pool: Pool; accountUpdates: Collections['accountUpdates']; uuids: UuidCodec }

type Routed<Update> = { item: Item; update: Update; account: NonNullable<Item['account']> }

/**
 * Settles what is about no single message and no person: how far a thread was read, a group that goes on under
 * another id, what the channel says of the account. One statement or bulk write for each kind.
 */
export async function settleOthers(items: readonly Item[], deps: OtherDeps): Promise<void> {
  await settleWatermarks(routed<WatermarkUpdate>(items, 'watermark'), deps)
  await settleThreads(routed<ThreadUpdate>(items, 'thread'), deps)
  await settleAccountUpdates(routed<AccountUpdate>(items, 'account'), deps)
}

const routed = <Update>(items: readonly Item[], kind: string): Routed<Update>[] =>
  items.flatMap((item) =>
    item.account && !item.outcome && item.update.kind === kind
      ? [{ item, account: item.account, update: item.update as Update }]
      : [],
  )

const instant = ({ item, update }: Routed<{ at?: number }>): Date =>
  update.at === undefined ? item.job.row.received_at : new Date(update.at)

async function settleWatermarks(
  routedItems: readonly Routed<WatermarkUpdate>[],
  { pool }: OtherDeps,
): Promise<void> {
  const news = await raiseWatermarks(
    pool,
    routedItems.map(({ account, update }) => ({
      tenantId: account.tenantId,
      accountId: account.id,
      threadKey: keyOf(update.thread),
      status: update.status,
      upTo: new Date(update.upTo),
    })),
  )
  for (const [index, { item }] of routedItems.entries())
    item.outcome = { kind: news[index] === true ? 'merged' : 'duplicate' }
}

const keyOf = (thread: Thread): string => threadOf(thread).key

async function settleThreads(
  routedItems: readonly Routed<ThreadUpdate>[],
  { pool }: OtherDeps,
): Promise<void> {
  if (routedItems.length === 0) return
  const outcomes = await migrateThreads(
    pool,
    routedItems.map((one) => ({
      ...{ tenantId: one.account.tenantId, accountId: one.account.id, channel: one.item.job.row.channel },
      ...{ from: one.update.from, to: one.update.to, at: instant(one) },
    })),
  )
  for (const [index, { item }] of routedItems.entries()) {
    const outcome = outcomes[index]
    item.outcome =
      outcome === 'refused'
        ? { kind: 'ignored', reason: 'thread: the group cannot move there' }
        : { kind: outcome === 'moved' ? 'merged' : 'duplicate' }
  }
}

async function settleAccountUpdates(
  routedItems: readonly Routed<AccountUpdate>[],
  { accountUpdates, uuids }: OtherDeps,
): Promise<void> {
  const kept = routedItems.flatMap((one) => {
    const { item } = one
    const document = documentOf(one, uuids)
    if (isStorable(document)) return [{ item, document }]
    item.outcome = { kind: 'failed', error: 'the account update is larger than a document may be' }
    return []
  })
  if (kept.length === 0) return
  const operations = kept.map(
    ({ document: { _id, ...fields } }): AnyBulkWriteOperation<AccountUpdateDocument> => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
    }),
  )
  const { upsertedIds } = await accountUpdates.bulkWrite(operations, { ordered: false })
  for (const [index, { item, document }] of kept.entries()) {
    item.accountUpdate = document
    item.outcome = { kind: index in upsertedIds || item.job.attempt > 1 ? 'stored' : 'duplicate' }
  }
}

function documentOf(one: Routed<AccountUpdate>, uuids: UuidCodec): AccountUpdateDocument {
  const { item, account, update } = one
  const { row, parserVersion } = item.job
  // Two updates without a time or id of their own may well say the same: each webhook's is one.
  const key = update.key ?? `${uuids.read(row._id)}${update.path}`
  return {
    _id: uuids.write(accountUpdateIdOf(`${account.id}:${update.event}:${key}`)),
    tenant_id: uuids.write(account.tenantId),
    account_id: uuids.write(account.id),
    channel: row.channel,
    event: update.event,
    at: instant(one),
    received_at: row.received_at,
    data: update.data,
    audit_id: row._id,
    path: update.path,
    parser_version: parserVersion,
  }
}
