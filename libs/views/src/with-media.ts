import { mediaIds } from '@omnistream/media/media-id'
import type { ContentDocument, MediaState, MessageDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { Binary } from 'mongodb'

/** What has become of media, by their ids; those that the engine has not taken up are left out. */
export type FindMediaStates = (
  tenantId: string,
  ids: readonly string[],
) => Promise<readonly { _id: Binary; state: MediaState }[]>

/**
 * Messages whose media say under which id they can be had and what has become of them (`media_id`, `state`), where the
 * engine has taken them up: one query for a whole page, by the ids that follow from the messages, and none for a page
 * without media.
 */
export async function withMedia(
  rows: readonly MessageDocument[],
  tenantId: string,
  { findMediaStates, uuids }: { findMediaStates: FindMediaStates; uuids: UuidCodec },
): Promise<MessageDocument[]> {
  const ids = rows.flatMap((row) => [
    ...idsOf(row, row.content, uuids),
    ...idsOf(row, row.original?.content, uuids),
  ])
  const known = [...new Set(ids.filter((id) => id !== undefined))]
  if (known.length === 0) return [...rows]
  const found = await findMediaStates(tenantId, known)
  const states = new Map(found.map(({ _id, state }) => [uuids.read(_id), state]))
  const shown = (row: MessageDocument, content: ContentDocument): ContentDocument =>
    withStates(content, idsOf(row, content, uuids), states)
  return rows.map((row) => ({
    ...row,
    ...(row.content ? { content: shown(row, row.content) } : {}),
    ...(row.original ? { original: { ...row.original, content: shown(row, row.original.content) } } : {}),
  }))
}

function idsOf(
  row: MessageDocument,
  content: ContentDocument | undefined,
  uuids: UuidCodec,
): (string | undefined)[] {
  if (!content?.media) return []
  return mediaIds({ accountId: uuids.read(row.account_id), externalId: row.external_id }, content.media)
}

function withStates(
  content: ContentDocument,
  ids: readonly (string | undefined)[],
  states: ReadonlyMap<string, MediaState>,
): ContentDocument {
  if (!content.media) return content
  const media = content.media.map((ref, place) => {
    const id = ids[place]
    const state = id === undefined ? undefined : states.get(id)
    return state === undefined ? ref : { ...ref, media_id: id, state }
  })
  return { ...content, media }
}
