import { tablesOf } from '@omnistream/hookgres/schema/tables'
import type { Pool } from '@omnistream/postgres'

/** Which of these tenants have an endpoint at all. */
export type EndpointTenants = (tenantIds: readonly string[]) => Promise<ReadonlySet<string>>

export type EndpointTenantsOptions = {
  pool: Pool
  /** The schema of hookgres. */
  schema: string
  /** How long an answer is believed, ms: what an endpoint that was just made may miss. */
  ttlMs: number
  /** Milliseconds that never go back. */
  elapsedMs(): number
}

const rememberedMax = 10_000

/**
 * A memory of which tenants have endpoints, so that the events of all others cost nothing. A disabled endpoint counts:
 * what it misses can be sent to it later.
 */
export function createEndpointTenants(options: EndpointTenantsOptions): EndpointTenants {
  const known = new Map<string, { has: boolean; until: number }>()
  return async function tenantsWithEndpoints(tenantIds) {
    // Before the look, so that an endpoint made during it is not taken for older than the answer.
    const now = options.elapsedMs()
    const asked = new Set(tenantIds)
    const open = [...asked].filter((id) => (known.get(id)?.until ?? 0) <= now)
    if (open.length > 0) {
      const { rows } = await options.pool.query<{ id: string }>(endpointTenantsQuery(options.schema, open))
      const found = new Set(rows.map(({ id }) => id))
      if (known.size + open.length > rememberedMax) known.clear()
      for (const id of open) known.set(id, { has: found.has(id), until: now + options.ttlMs })
      return new Set([...asked].filter((id) => found.has(id) || known.get(id)?.has === true))
    }
    return new Set([...asked].filter((id) => known.get(id)?.has === true))
  }
}

/** Exported so that a test can look at its plan. */
export const endpointTenantsQuery = (
  schema: string,
  tenantIds: readonly string[],
): { text: string; values: unknown[] } => ({
  text: `select asked.id from unnest($1::text[]) as asked (id)
    where exists (select 1 from ${tablesOf(schema).endpoints} e where e.tenant_id = asked.id)`,
  values: [tenantIds],
})
