import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import { type FindSpec, type Window, windowed } from '../http/keyset.ts'

/** What a status or reaction waits in until its message comes: no message yet. */
export const notPlaceholder = { placeholder: { $ne: true } }

/** Not asked for by any reader of the API, and the bulk of a document's size. */
export const messageProjection = { search: 0, rev: 0 }

/** The messages of a conversation. */
export function conversationMessagesQuery(
  uuids: UuidCodec,
  tenantId: string,
  conversationId: string,
  window: Window,
): FindSpec {
  return windowed('created_at', window, {
    indexes: ['thread'],
    filter: {
      tenant_id: uuids.match(tenantId),
      conversation_id: uuids.match(conversationId),
      ...notPlaceholder,
    },
    projection: messageProjection,
  })
}

/** One message by its id. */
export function messageQuery(uuids: UuidCodec, tenantId: string, id: string): FindSpec {
  return {
    indexes: ['_id_'],
    filter: { _id: uuids.match(id), tenant_id: uuids.match(tenantId), ...notPlaceholder },
    sort: {},
    limit: 1,
    projection: messageProjection,
  }
}

/** The page of a relevance search, by the ids that scored best. */
export function messagesByIdQuery(uuids: UuidCodec, tenantId: string, ids: readonly string[]): FindSpec {
  return {
    indexes: ['_id_'],
    filter: { _id: uuids.match(ids), tenant_id: uuids.match(tenantId) },
    sort: {},
    limit: Math.max(1, ids.length * 3),
    projection: messageProjection,
  }
}
