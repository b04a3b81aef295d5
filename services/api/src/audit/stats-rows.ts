import type { Document } from 'mongodb'
import type { AuditStatsJson } from './audit-schema.ts'

/** The groups of `auditStatsQuery` as rows of the answer. */
export function statsRows(groups: readonly Document[]): AuditStatsJson['data'] {
  return groups.map((group) => ({
    day: String(group._id?.day),
    channel: String(group._id?.channel),
    documents: Number(group.documents),
    bytes: Number(group.bytes),
    failed: Number(group.failed),
  }))
}
