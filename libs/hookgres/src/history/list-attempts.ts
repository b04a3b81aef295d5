import type { Context } from '../hookgres-context.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import type { Place } from './cursor.ts'
import { type PageInput, type PageOutcome, rangeOf, readPage } from './page.ts'

export type Attempt = {
  id: string
  deliveryId: string
  /** From 1; again from 1 after a replay. */
  attemptNumber: number
  /** null for timeouts and network errors, and where nothing was sent. */
  statusCode: number | null
  /** The first 4,096 characters of the answer. */
  responseBody: string | null
  error: string | null
  durationMs: number
  createdAt: Date
}

export type ListAttempts = { tenantId: string; deliveryId: string } & PageInput

/** The attempts of one of the tenant's deliveries, newest first. */
export const listAttempts = ({ pool, tables }: Context, input: ListAttempts): Promise<PageOutcome<Attempt>> =>
  readPage(input, async (after, limit) => {
    const { rows } = await pool.query<Attempt>(attemptsQuery(tables, input, after, limit))
    return rows
  })

/** Exported so that a test can look at its plan. */
export const attemptsQuery = (
  { attempts, deliveries, messages }: Tables,
  { tenantId, deliveryId }: ListAttempts,
  after: Place | undefined,
  limit: number,
): Query => ({
  text: `select a.id, a.delivery_id as "deliveryId", a.attempt_number as "attemptNumber",
      a.status_code as "statusCode", a.response_body as "responseBody", a.error, a.duration_ms as "durationMs",
      a.created_at as "createdAt"
    from ${attempts} a
    where a.delivery_id = $6 and a.created_at >= $3 and (a.created_at, a.id) < ($4, $5)
      and exists (
        select 1 from ${deliveries} d join ${messages} m on m.id = d.message_id where d.id = $6 and m.tenant_id = $1
      )
    order by a.created_at desc, a.id desc limit $2`,
  values: [tenantId, limit, ...rangeOf({}, after).values, deliveryId],
})
