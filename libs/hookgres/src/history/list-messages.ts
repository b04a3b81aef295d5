import type { Context } from '../hookgres-context.ts'
import type { TenantKey } from '../outcomes.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import type { Place } from './cursor.ts'
import { type PageInput, type PageOutcome, rangeOf, readPage } from './page.ts'

export type Message = {
  id: string
  tenantId: string
  eventType: string
  idempotencyKey: string | null
  createdAt: Date
}

export type ListMessages = { tenantId: string; from?: Date | undefined; to?: Date | undefined } & PageInput

const columns = `id, tenant_id as "tenantId", event_type as "eventType", idempotency_key as "idempotencyKey",
  created_at as "createdAt"`

/** The tenant's messages of a time (`from` inclusive, `to` exclusive), newest first, without their payloads. */
export const listMessages = ({ pool, tables }: Context, input: ListMessages): Promise<PageOutcome<Message>> =>
  readPage(input, async (after, limit) => {
    const { rows } = await pool.query<Message>(messagesQuery(tables, input, after, limit))
    return rows
  })

/** Exported so that a test can look at its plan. */
export const messagesQuery = (
  { messages }: Tables,
  input: ListMessages,
  after: Place | undefined,
  limit: number,
): Query => ({
  text: `select ${columns} from ${messages}
    where tenant_id = $1 and created_at >= $3 and (created_at, id) < ($4, $5)
    order by created_at desc, id desc limit $2`,
  values: [input.tenantId, limit, ...rangeOf(input, after).values],
})

/** One of the tenant's messages with its payload as the JSON text that is sent as `data`. */
export async function getMessage(
  { pool, tables }: Context,
  { tenantId, id }: TenantKey,
): Promise<(Message & { payloadJson: string }) | undefined> {
  const { rows } = await pool.query<Message & { payloadJson: string }>(
    `select ${columns}, payload::text as "payloadJson" from ${tables.messages} where id = $1 and tenant_id = $2`,
    [id, tenantId],
  )
  return rows[0]
}
