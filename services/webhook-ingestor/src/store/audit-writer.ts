import { type Batcher, createBatcher } from '@omnistream/common'
import type { WebhookAuditDocument } from '@omnistream/mongo'
import { bulkRefusals } from '@omnistream/mongo/bulk-refusals'
import type { Collection } from 'mongodb'

export type AuditWriterOptions = {
  collection: Pick<Collection<WebhookAuditDocument>, 'insertMany'>
  maxItems: number
  concurrency: number
  maxPendingItems: number
  maxPendingBytes: number
  /** Told about each batch as soon as it is durable, before anyone is answered. */
  onStored(rows: WebhookAuditDocument[]): void
}

const maxBatchBytes = 16 * 1024 * 1024

/** Headers and the rest of a row, about; a bound needs no better figure. */
const rowOverheadBytes = 1_024

/**
 * Group commit: webhooks that arrive together share one insert, a lone one does not wait (issue: the edge). A row
 * that MongoDB refuses fails alone; its neighbours are stored.
 */
export function createAuditWriter(options: AuditWriterOptions): Batcher<WebhookAuditDocument, RowOutcome> {
  return createBatcher<WebhookAuditDocument, RowOutcome>({
    maxItems: options.maxItems,
    maxBytes: maxBatchBytes,
    maxPendingItems: options.maxPendingItems,
    maxPendingBytes: options.maxPendingBytes,
    concurrency: options.concurrency,
    async flush(rows) {
      const refused = await insert(options.collection, rows)
      const stored = refused.size === 0 ? rows : rows.filter((_, index) => !refused.has(index))
      if (stored.length > 0) options.onStored(stored)
      return rows.map((_, index) => ({ stored: !refused.has(index) }))
    },
  })
}

export type RowOutcome = { stored: boolean }

export const rowBytes = (row: WebhookAuditDocument): number => row.body_bytes + rowOverheadBytes

async function insert(
  collection: AuditWriterOptions['collection'],
  rows: WebhookAuditDocument[],
): Promise<ReadonlySet<number>> {
  try {
    await collection.insertMany(rows, { ordered: false })
    return new Set()
  } catch (error) {
    return new Set(bulkRefusals(error).map(({ index }) => index))
  }
}
