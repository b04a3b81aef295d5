import type { Place } from '../history/cursor.ts'
import { type PageInput, type PageOutcome, rangeOf, readPage } from '../history/page.ts'
import type { Context } from '../hookgres-context.ts'
import type { TenantKey } from '../outcomes.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import { type Endpoint, endpointColumns } from './endpoint.ts'

/** One of the tenant's endpoints. */
export async function getEndpoint(
  { pool, tables }: Pick<Context, 'pool' | 'tables'>,
  { tenantId, id }: TenantKey,
): Promise<Endpoint | undefined> {
  const { rows } = await pool.query<Endpoint>(
    `select ${endpointColumns} from ${tables.endpoints} where id = $1 and tenant_id = $2`,
    [id, tenantId],
  )
  return rows[0]
}

/** The tenant's endpoints, newest first. */
export const listEndpoints = (
  { pool, tables }: Context,
  input: { tenantId: string } & PageInput,
): Promise<PageOutcome<Endpoint>> =>
  readPage(input, async (after, limit) => {
    const { rows } = await pool.query<Endpoint>(endpointsQuery(tables, input.tenantId, after, limit))
    return rows
  })

/** Exported so that a test can look at its plan. */
export const endpointsQuery = (
  tables: Tables,
  tenantId: string,
  after: Place | undefined,
  limit: number,
): Query => ({
  text: `select ${endpointColumns} from ${tables.endpoints}
    where tenant_id = $1 and created_at >= $3 and (created_at, id) < ($4, $5)
    order by created_at desc, id desc limit $2`,
  values: [tenantId, limit, ...rangeOf({}, after).values],
})
