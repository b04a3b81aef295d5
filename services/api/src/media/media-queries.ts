import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { FindSpec } from '../http/keyset.ts'

/** One medium by its id. */
export function mediumQuery(uuids: UuidCodec, tenantId: string, id: string): FindSpec {
  return {
    indexes: ['_id_'],
    filter: { _id: uuids.match(id), tenant_id: uuids.match(tenantId) },
    sort: {},
    limit: 1,
  }
}

/** What became of the media of a page of messages. */
export function mediaStatesQuery(uuids: UuidCodec, tenantId: string, ids: readonly string[]): FindSpec {
  return {
    indexes: ['_id_'],
    filter: { _id: uuids.match(ids), tenant_id: uuids.match(tenantId) },
    sort: {},
    limit: Math.max(1, ids.length),
    projection: { state: 1 },
  }
}
