import type { Pool } from '../pool.ts'
import { storableKey } from '../storable.ts'

/** A thread as messages name it: the account and `thread.key`. */
export type ThreadPlace = { accountId: string; threadKey: string }

export type WatermarkStatus = 'delivered' | 'read'

export type Watermark = ThreadPlace & { tenantId: string; status: WatermarkStatus; upTo: Date }

/**
 * Raises watermarks, all in one statement; none ever falls, so order and copies do not matter. Out: for each input, in
 * order, whether it was news.
 */
export const raiseWatermarks = async (pool: Pool, inputs: readonly Watermark[]): Promise<boolean[]> => {
  if (inputs.length === 0) return []
  const highest = new Map<string, Watermark>()
  for (const input of inputs) {
    const known = highest.get(keyOf(input))
    if (!known || known.upTo < input.upTo) highest.set(keyOf(input), input)
  }
  const rows = [...highest.values()]
  const { rows: raised } = await pool.query<{
    account_id: string
    thread_key: string
    status: WatermarkStatus
  }>(
    `insert into thread_watermarks as w (account_id, thread_key, status, tenant_id, up_to)
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::timestamptz[])
        r(account_id, thread_key, status, tenant_id, up_to) order by account_id, thread_key, status
      on conflict (account_id, thread_key, status) do update set up_to = excluded.up_to
        where w.up_to < excluded.up_to and w.tenant_id = excluded.tenant_id
      returning account_id, thread_key, status`,
    [
      rows.map(({ accountId }) => accountId),
      rows.map(({ threadKey }) => storableKey(threadKey)),
      rows.map(({ status }) => status),
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ upTo }) => upTo),
    ],
  )
  const news = new Set(
    raised.map((row) => keyOf({ accountId: row.account_id, threadKey: row.thread_key, status: row.status })),
  )
  return inputs.map((input) => highest.get(keyOf(input)) === input && news.has(keyOf(input)))
}

const keyOf = ({ accountId, threadKey, status }: ThreadPlace & { status: string }): string =>
  `${accountId} ${status} ${storableKey(threadKey)}`

/** Exported so that a test can look at its plan. */
export const watermarksQuery = (
  tenantId: string,
  places: readonly ThreadPlace[],
): { text: string; values: unknown[] } => ({
  text: `select w.account_id as "accountId", w.thread_key as "threadKey", w.status, w.up_to as "upTo"
      from (select distinct account_id, thread_key from unnest($2::uuid[], $3::text[]) u(account_id, thread_key)) p join thread_watermarks w using (account_id, thread_key)
      where w.tenant_id = $1`,
  values: [
    tenantId,
    places.map(({ accountId }) => accountId),
    places.map(({ threadKey }) => storableKey(threadKey)),
  ],
})

/** How far each of these threads was delivered and read, in one statement. */
export const findWatermarks = async (
  pool: Pool,
  tenantId: string,
  places: readonly ThreadPlace[],
): Promise<(place: ThreadPlace) => { status: WatermarkStatus; upTo: Date }[]> => {
  const { rows } =
    places.length === 0 ? { rows: [] } : await pool.query<Watermark>(watermarksQuery(tenantId, places))
  const byPlace = Map.groupBy(rows, placeKey)
  return (place) => byPlace.get(placeKey(place)) ?? []
}

const placeKey = ({ accountId, threadKey }: ThreadPlace): string => `${accountId} ${storableKey(threadKey)}`
