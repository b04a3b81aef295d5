import { OmniError } from '@omnistream/common'
import type { Queryable } from '@omnistream/postgres/pool'
import type { Context } from '../hookgres-context.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import { isEventType, isKey } from '../storable.ts'
import { type Payload, payloadText } from './payload-text.ts'

export type SendInput = {
  tenantId: string
  /** For example `message.created`: letters, digits and . _ - : / */
  eventType: string
  /** Two sends of a tenant with one key are one message, at any time and from any process. */
  idempotencyKey?: string | undefined
  /** To this endpoint of the tenant alone, whatever event types it takes: for trying it out. */
  endpointId?: string | undefined
} & Payload

export type Sent = {
  /** msg_…, the `webhook-id` of each delivery. */
  id: string
  /** There was one with this key; nothing was added, whatever its payload is. */
  duplicate: boolean
  /** Endpoints that get it. */
  deliveries: number
}

export type SendOptions = {
  /** A connection inside a transaction: what is sent is sent if and when that commits. */
  client?: Queryable | undefined
}

const manyMax = 1_000

/** What an insert is made of. */
export type NewMessage = {
  id: string
  at: number
  tenantId: string
  eventType: string
  key: string | null
  endpointId: string | null
  payload: string
}

/**
 * Stores messages and a delivery of each to every endpoint of its tenant that takes it. Out: one result for each, in
 * order. All are checked before anything is written. @throws {OmniError} SEND_INVALID, PAYLOAD_INVALID, PAYLOAD_TOO_LARGE
 */
export async function sendMessages(
  context: Context,
  inputs: readonly SendInput[],
  { client }: SendOptions = {},
): Promise<Sent[]> {
  if (inputs.length === 0) return []
  if (inputs.length > manyMax) throw invalid(`more than ${manyMax} messages at once`)
  const messages = inputs.map((input) => newMessage(context, input))
  const db = client ?? context.pool
  const { rows } = await db.query<{ id: string; deliveries: number }>(sendQuery(context.tables, messages))
  const stored = new Map(rows.map(({ id, deliveries }) => [id, deliveries]))
  const others = await findByKey(
    db,
    context.tables,
    messages.filter(({ id }) => !stored.has(id)),
  )
  return messages.map(({ id, tenantId, key }) => {
    const deliveries = stored.get(id)
    if (deliveries !== undefined) return { id, duplicate: false, deliveries }
    const other = others.get(JSON.stringify([tenantId, key]))
    // It can only have been pruned between the two statements.
    if (other === undefined)
      throw new OmniError('SEND_RACE', 'a message vanished while it was sent again', { retryable: true })
    return { id: other, duplicate: true, deliveries: 0 }
  })
}

function newMessage({ nextId, payloadBytesMax }: Context, input: SendInput): NewMessage {
  const { tenantId, eventType, idempotencyKey, endpointId = null } = input
  if (!isKey(tenantId)) throw invalid('tenantId is empty or too long')
  if (!isEventType(eventType)) throw invalid('eventType is not a name of letters, digits and . _ - : /')
  if (idempotencyKey !== undefined && !isKey(idempotencyKey))
    throw invalid('idempotencyKey is empty or too long')
  const payload = payloadText(input, payloadBytesMax)
  return { ...nextId('msg'), tenantId, eventType, key: idempotencyKey ?? null, endpointId, payload }
}

const invalid = (message: string): OmniError => new OmniError('SEND_INVALID', message)

/**
 * One statement whatever the number. In the order of the keys, so that two of these wait for each other in the same order.
 * Endpoints are locked against being deleted only, which is what the foreign key does anyway.
 */
export function sendQuery({ messages, deliveries, endpoints }: Tables, all: readonly NewMessage[]): Query {
  return {
    text: `with stored as (
        insert into ${messages} (id, tenant_id, event_type, payload, idempotency_key, created_at)
        select id, tenant_id, event_type, payload::jsonb, key, at
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
          as new (id, tenant_id, event_type, payload, key, at)
        order by tenant_id, key, id
        on conflict (tenant_id, idempotency_key) where idempotency_key is not null do nothing
        returning id, tenant_id, event_type, created_at
      ), fanned as (
        insert into ${deliveries} (id, message_id, endpoint_id, next_attempt_at, created_at)
        select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), stored.id, e.id,
          now() - ($7::int - array_position($1::text[], stored.id)) * interval '1 microsecond', stored.created_at
        from stored
        cross join lateral (select ($8::text[])[array_position($1::text[], stored.id)] as id) target
        join ${endpoints} e on e.tenant_id = stored.tenant_id
        where not e.disabled and case when target.id is not null then e.id = target.id
          else e.event_types is null or stored.event_type = any (e.event_types) end
        for key share of e
        returning message_id
      )
      select stored.id, (select count(*)::int from fanned where message_id = stored.id) as deliveries from stored`,
    values: [
      all.map(({ id }) => id),
      all.map(({ tenantId }) => tenantId),
      all.map(({ eventType }) => eventType),
      all.map(({ payload }) => payload),
      all.map(({ key }) => key),
      all.map(({ at }) => new Date(at)),
      all.length,
      all.map(({ endpointId }) => endpointId),
    ],
  }
}

/** Ids of messages by tenant and key. */
async function findByKey(
  db: Queryable,
  { messages }: Tables,
  wanted: readonly NewMessage[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; tenantId: string; key: string }>(
    `select m.id, m.tenant_id as "tenantId", m.idempotency_key as key
    from unnest($1::text[], $2::text[]) as w (tenant_id, key)
    join ${messages} m on m.tenant_id = w.tenant_id and m.idempotency_key = w.key`,
    [wanted.map(({ tenantId }) => tenantId), wanted.map(({ key }) => key)],
  )
  return new Map(rows.map(({ id, tenantId, key }) => [JSON.stringify([tenantId, key]), id]))
}
