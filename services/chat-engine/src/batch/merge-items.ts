import { OmniError } from '@omnistream/common'
import type { MessageDocument } from '@omnistream/mongo'
import { bulkRefusals, type Refusal } from '@omnistream/mongo/bulk-refusals'
import { isStorable } from '@omnistream/mongo/document-size'
import { type AnyBulkWriteOperation, type Binary, type Collection, MongoBulkWriteError } from 'mongodb'
import { mergeUpdate, targetOf } from '../merge/merge-update.ts'
import type { MessageState } from '../merge/types.ts'
import { describe } from './parse-job.ts'
import type { PlacedItem } from './place-items.ts'

export type MergeDeps = {
  messages: Collection<MessageDocument>
  newRev(): string
  now(): Date
}

/** All updates of the batch for one message. */
type Target = { externalId: string; items: PlacedItem[] }

type Write = { target: Target; before: MessageDocument | undefined; after: MessageDocument }

const attemptsMax = 20
const duplicateKey = 11_000

/**
 * Merges every update into its message: one read and one bulk write for the whole batch, again for those messages
 * that another worker changed in between (compare-and-set on `rev`; the unique index judges inserts).
 */
export async function mergeItems(placed: readonly PlacedItem[], deps: MergeDeps): Promise<void> {
  const byTarget = Map.groupBy(placed, ({ update }) => targetOf(update))
  let open = [...byTarget].map(([externalId, items]): Target => ({ externalId, items }))
  for (let attempt = 1; open.length > 0; attempt++) {
    if (attempt > attemptsMax) {
      throw new OmniError('MERGE_CONTENDED', 'other workers kept changing the same messages', {
        retryable: true,
      })
    }
    const stored = await loadMessages(
      deps.messages,
      open.map(({ externalId }) => externalId),
    )
    const writes = open.flatMap((target) => planWrite(target, stored.get(target.externalId), deps))
    open = await applyWrites(writes, deps.messages)
  }
}

/** The messages as they are stored now, by external id; one indexed read. */
export async function loadMessages(
  messages: Collection<MessageDocument>,
  externalIds: readonly string[],
): Promise<Map<string, MessageDocument>> {
  const documents = await messages.find({ external_id: { $in: [...externalIds] } }).toArray()
  return new Map(documents.map((document) => [document.external_id, document]))
}

/** Settles what needs no write; returns the write for the rest. */
function planWrite(target: Target, before: MessageDocument | undefined, deps: MergeDeps): Write[] {
  let merged = mergeTarget(target.items, before)
  // Seldom, so only then each item is held against the bound by itself.
  if (merged !== undefined && merged !== before && !isStorable(merged))
    merged = mergeTarget(target.items, before, isStorable)
  if (merged === undefined) return []
  if (merged === before) {
    settle(target.items, before, before)
    return []
  }
  return [{ target, before, after: { ...merged, rev: deps.newRev(), updated_at: deps.now() } }]
}

/**
 * Applies the items in turn; one that throws, or makes of the message what `mayBe` refuses, is failed alone. Undefined
 * where nothing at all came of it.
 */
export function mergeTarget(
  items: readonly PlacedItem[],
  before: MessageDocument | undefined,
  mayBe: (state: MessageState) => boolean = () => true,
): MessageState | undefined {
  let state: MessageState | undefined = before
  for (const { item, update, placement } of items) {
    if (before && !sameId(before.tenant_id, placement.tenantId)) {
      item.outcome = { kind: 'failed', error: 'the message belongs to another tenant' }
      continue
    }
    try {
      const after = mergeUpdate(state, {
        update,
        placement,
        provenance: {
          auditId: item.job.row._id,
          receivedAt: item.job.row.received_at,
          parserVersion: item.job.parserVersion,
          replay: item.job.replay !== undefined,
        },
      })
      if (after === state || mayBe(after)) state = after
      else item.outcome = { kind: 'failed', error: 'the message would be larger than a document may be' }
    } catch (error) {
      item.outcome = { kind: 'failed', error: describe(error) }
    }
  }
  return state
}

async function applyWrites(
  writes: readonly Write[],
  messages: Collection<MessageDocument>,
): Promise<Target[]> {
  if (writes.length === 0) return []
  const operations = writes.map(operationOf)
  const refused = new Map<number, Refusal>()
  let matched: number
  try {
    matched = (await messages.bulkWrite(operations, { ordered: false })).matchedCount
  } catch (error) {
    for (const refusal of bulkRefusals(error)) refused.set(refusal.index, refusal)
    matched = matchedIn(error)
  }
  const replaced = writes.filter((write, index) => write.before && !refused.has(index))
  const lost = matched === replaced.length ? new Set<Write>() : await findLost(replaced, messages)
  return writes.flatMap((write, index) => {
    const refusal = refused.get(index)
    if (refusal?.code === duplicateKey || lost.has(write)) return [write.target]
    if (refusal) fail(write.target.items, `MongoDB refused the message (${refusal.code})`)
    else settle(write.target.items, write.before, write.after)
    return []
  })
}

const matchedIn = (error: unknown): number => (error instanceof MongoBulkWriteError ? error.matchedCount : 0)

const operationOf = ({ before, after }: Write): AnyBulkWriteOperation<MessageDocument> =>
  before
    ? { replaceOne: { filter: { _id: before._id, rev: before.rev ?? (null as never) }, replacement: after } }
    : { insertOne: { document: after } }

/** Which replacements another worker was faster than: their `rev` is not ours. */
async function findLost(
  replaced: readonly Write[],
  messages: Collection<MessageDocument>,
): Promise<Set<Write>> {
  const ids = replaced.map(({ after }) => after._id)
  const now = await messages.find({ _id: { $in: ids } }, { projection: { rev: 1 } }).toArray()
  const revs = new Set(now.map(({ rev }) => rev))
  return new Set(replaced.filter(({ after }) => !revs.has(after.rev)))
}

function fail(items: readonly PlacedItem[], error: string): void {
  for (const { item } of items) item.outcome ??= { kind: 'failed', error }
}

function settle(
  items: readonly PlacedItem[],
  before: MessageDocument | undefined,
  after: MessageDocument,
): void {
  for (const { item, update } of items) {
    if (item.outcome) continue
    item.message = after
    item.changed = before !== after
    item.isNew = !before || before.placeholder === true
    item.outcome = outcomeOf(update.kind, item.job.row._id, update.path, before, after)
  }
}

/** A message is stored by the item it is shown from, however often that item comes back after a crash. */
function outcomeOf(
  kind: string,
  auditId: Binary,
  path: string,
  before: MessageDocument | undefined,
  after: MessageDocument,
): { kind: 'stored' | 'merged' | 'duplicate' } {
  const isOrigin =
    after.origin !== undefined && after.origin.path === path && sameId(after.origin.audit_id, auditId)
  if (kind === 'message' && isOrigin) return { kind: 'stored' }
  if (kind === 'message') return { kind: 'duplicate' }
  return { kind: before === after ? 'duplicate' : 'merged' }
}

const sameId = (a: Binary, b: Binary): boolean => Buffer.compare(a.buffer, b.buffer) === 0
