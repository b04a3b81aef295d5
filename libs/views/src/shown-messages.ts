import type { MessageDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import { type FindMediaStates, withMedia } from './with-media.ts'
import { type FindWatermarks, withWatermarks } from './with-watermarks.ts'

export type ShownDeps = {
  findWatermarks: FindWatermarks
  findMediaStates: FindMediaStates
  uuids: UuidCodec
}

/** A tenant's messages with what is known of them elsewhere: receipts told for a whole thread, and their media. */
export async function shownMessages(
  rows: readonly MessageDocument[],
  tenantId: string,
  deps: ShownDeps,
): Promise<MessageDocument[]> {
  return await withMedia(await withWatermarks(rows, tenantId, deps), tenantId, deps)
}
