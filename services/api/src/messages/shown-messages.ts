import type { MessageDocument } from '@omnistream/mongo/documents'
import { type WithMediaDeps, withMedia } from '../media/with-media.ts'
import { type FindWatermarks, withWatermarks } from './watermarks.ts'

/** A page of messages with what is known of them elsewhere: receipts told for a whole thread, and their media. */
export async function shownMessages(
  rows: readonly MessageDocument[],
  tenantId: string,
  deps: WithMediaDeps & { findWatermarks: FindWatermarks },
  maxTimeMs: number,
): Promise<MessageDocument[]> {
  return await withMedia(await withWatermarks(rows, tenantId, deps), tenantId, deps, maxTimeMs)
}
