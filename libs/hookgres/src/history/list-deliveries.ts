import type { Context } from '../hookgres-context.ts'
import type { TenantKey } from '../outcomes.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import type { Place } from './cursor.ts'
import { type PageInput, type PageOutcome, rangeOf, readPage } from './page.ts'

export const deliveryStatuses = ['pending', 'delivering', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export type Delivery = {
  id: string
  messageId: string
  endpointId: string
  eventType: string
  status: DeliveryStatus
  /** It became due while its endpoint was paused, and waits for the endpoint to be resumed. */
  held: boolean
  /** Attempts begun since it was sent or replayed. */
  attemptCount: number
  /** When a pending one is due; null for one that is held or not pending. */
  nextAttemptAt: Date | null
  /** The most recent failure, in words. */
  lastError: string | null
  createdAt: Date
  updatedAt: Date
}

export type ListDeliveries = {
  tenantId: string
  endpointId?: string | undefined
  messageId?: string | undefined
  status?: DeliveryStatus | undefined
  from?: Date | undefined
  to?: Date | undefined
} & PageInput

/** The columns of a delivery `d` with its message `m`, under the names of the type. */
export const deliveryColumns = `d.id, d.message_id as "messageId", d.endpoint_id as "endpointId",
  m.event_type as "eventType", d.status, d.status = 'pending' and d.next_attempt_at is null as held,
  d.attempt_count as "attemptCount", case when d.status = 'pending' then d.next_attempt_at end as "nextAttemptAt",
  d.last_error as "lastError", d.created_at as "createdAt", d.updated_at as "updatedAt"`

/** The tenant's deliveries of a time (`from` inclusive, `to` exclusive), newest first. */
export const listDeliveries = (
  { pool, tables }: Context,
  input: ListDeliveries,
): Promise<PageOutcome<Delivery>> =>
  readPage(input, async (after, limit) => {
    const query =
      input.messageId === undefined
        ? deliveriesQuery(tables, input, after, limit)
        : deliveriesOfMessageQuery(tables, { ...input, messageId: input.messageId }, after, limit)
    const { rows } = await pool.query<Delivery>(query)
    return rows
  })

/** One of the tenant's deliveries. */
export async function getDelivery(
  { pool, tables }: Pick<Context, 'pool' | 'tables'>,
  { tenantId, id }: TenantKey,
): Promise<Delivery | undefined> {
  const { rows } = await pool.query<Delivery>(
    `select ${deliveryColumns} from ${tables.deliveries} d join ${tables.messages} m on m.id = d.message_id
    where d.id = $1 and m.tenant_id = $2`,
    [id, tenantId],
  )
  return rows[0]
}

/**
 * One index gives each endpoint's deliveries of each status in order; as many of each are read as the page has rows.
 * Exported, like the other, so that a test can look at its plan.
 */
export const deliveriesQuery = (
  { deliveries, endpoints, messages }: Tables,
  input: ListDeliveries,
  after: Place | undefined,
  limit: number,
): Query => ({
  text: `select ${deliveryColumns} from (
      select newest.* from ${endpoints} e cross join unnest($6::text[]) as wanted (status)
      cross join lateral (
        select * from ${deliveries} one
        where one.endpoint_id = e.id and one.status = wanted.status
          and one.created_at >= $3 and (one.created_at, one.id) < ($4, $5)
        order by one.created_at desc, one.id desc limit $2
      ) newest
      where e.tenant_id = $1 and ($7::text is null or e.id = $7)
      order by newest.created_at desc, newest.id desc limit $2
    ) d join ${messages} m on m.id = d.message_id
    order by d.created_at desc, d.id desc`,
  values: [
    ...[input.tenantId, limit, ...rangeOf(input, after).values],
    ...[input.status === undefined ? deliveryStatuses : [input.status], input.endpointId ?? null],
  ],
})

/** A message has one delivery for each endpoint at most. */
export const deliveriesOfMessageQuery = (
  { deliveries, messages }: Tables,
  input: ListDeliveries & { messageId: string },
  after: Place | undefined,
  limit: number,
): Query => ({
  text: `select ${deliveryColumns} from ${messages} m join ${deliveries} d on d.message_id = m.id
    where m.id = $8 and m.tenant_id = $1 and d.status = any ($6::text[]) and ($7::text is null or d.endpoint_id = $7)
      and d.created_at >= $3 and (d.created_at, d.id) < ($4, $5)
    order by d.created_at desc, d.id desc limit $2`,
  values: [
    ...[input.tenantId, limit, ...rangeOf(input, after).values],
    ...[input.status === undefined ? deliveryStatuses : [input.status], input.endpointId ?? null],
    input.messageId,
  ],
})
