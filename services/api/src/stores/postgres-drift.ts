import { type Drift, getDrift, listDrift, nobody, type Pool } from '@omnistream/postgres'
import type { DriftJson } from '../drift/drift-schema.ts'
import type { DriftStore } from '../drift/drift-store.ts'

/** Drift from the suite's PostgreSQL schema, as the engine noted it. */
export function postgresDrift(pool: Pool): DriftStore {
  return {
    async list(tenantId, { channel, what, before, limit }) {
      const rows = await listDrift(pool, {
        ...{ tenantId, limit },
        ...(channel === undefined ? {} : { channel }),
        ...(what === undefined ? {} : { what }),
        ...(before === undefined ? {} : { before }),
      })
      return rows.map(driftJson)
    },
    async get(tenantId, id) {
      const row = await getDrift(pool, { tenantId, id })
      return row && driftJson(row)
    },
  }
}

const driftJson = (row: Drift): DriftJson => ({
  ...{ id: row.id, channel: row.channel, what: row.what, name: row.name, count: row.count },
  account_id: row.accountId === nobody ? null : row.accountId,
  first_seen_at: row.firstSeenAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
  audit_id: row.auditId,
  audit_path: row.path,
  parser_version: row.parserVersion,
})
