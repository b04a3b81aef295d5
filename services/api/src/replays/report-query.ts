import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { FindSpec } from '../http/keyset.ts'

export type ReportFilters = { outcome?: string | undefined; afterId?: string | undefined; limit: number }

/** The results of one of the tenant's runs, in the order of their ids (that is, of the audit rows). */
export function reportQuery(
  uuids: UuidCodec,
  tenantId: string,
  runId: string,
  filters: ReportFilters,
): FindSpec {
  const { outcome, afterId, limit } = filters
  return {
    indexes: ['run'],
    filter: {
      run_id: uuids.match(runId),
      tenant_id: uuids.match(tenantId),
      ...(afterId === undefined ? {} : { _id: { $gt: afterId } }),
      ...(outcome === undefined ? {} : { [`counts.${outcome}`]: { $gt: 0 } }),
    },
    sort: { _id: 1 },
    limit: limit + 1,
  }
}
