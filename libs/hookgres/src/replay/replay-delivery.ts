import { type Delivery, type DeliveryStatus, deliveryColumns } from '../history/list-deliveries.ts'
import type { Context } from '../hookgres-context.ts'
import { type NotFound, notFound } from '../outcomes.ts'

export type ReplayOutcome =
  | { ok: true; delivery: Delivery }
  | NotFound
  /** It is under way already. */
  | { ok: false; reason: 'conflict'; status: DeliveryStatus }

/** Sends a delivery that has ended once more, at once, with the same `webhook-id`; its attempts count from 1 again. */
export async function replayDelivery(
  { pool, tables }: Context,
  id: string,
  { tenantId }: { tenantId?: string | undefined } = {},
): Promise<ReplayOutcome> {
  const { deliveries, messages } = tables
  const mine = 'm.id = d.message_id and d.id = $1 and ($2::text is null or m.tenant_id = $2)'
  const { rows } = await pool.query<Delivery>(
    `update ${deliveries} as d
    set status = 'pending', attempt_count = 0, next_attempt_at = now(), updated_at = now()
    from ${messages} m where ${mine} and d.status in ('succeeded', 'failed') returning ${deliveryColumns}`,
    [id, tenantId ?? null],
  )
  if (rows[0] !== undefined) return { ok: true, delivery: rows[0] }
  const found = await pool.query<{ status: DeliveryStatus }>(
    `select d.status from ${deliveries} d join ${messages} m on ${mine}`,
    [id, tenantId ?? null],
  )
  const [other] = found.rows
  return other === undefined ? notFound : { ok: false, reason: 'conflict', status: other.status }
}
