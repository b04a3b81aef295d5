import type { Collections } from '@omnistream/mongo/collections'
import type { MessageDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import { type FindWatermarks, shownMessages as shown } from '@omnistream/views'
import { runFind } from '../http/run-find.ts'
import { mediaStatesQuery } from '../media/media-queries.ts'

export type ShownDeps = {
  collections: Pick<Collections, 'media'>
  findWatermarks: FindWatermarks
  uuids: UuidCodec
}

/** A page of messages with what is known of them elsewhere, within the time that is left, ms. */
export const shownMessages = (
  rows: readonly MessageDocument[],
  tenantId: string,
  { collections, findWatermarks, uuids }: ShownDeps,
  maxTimeMs: number,
): Promise<MessageDocument[]> =>
  shown(rows, tenantId, {
    ...{ findWatermarks, uuids },
    findMediaStates: (tenant, ids) =>
      runFind(collections.media, mediaStatesQuery(uuids, tenant, ids), maxTimeMs),
  })
