import type { Pool } from '@omnistream/postgres'

/** Looks an account of the tenant up without touching its secrets. */
export async function channelOfAccount(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ channel: string }>(channelOfAccountQuery(tenantId, id))
  return rows[0]?.channel
}

/** Exported so that a test can look at its plan. */
export function channelOfAccountQuery(tenantId: string, id: string): { text: string; values: unknown[] } {
  return {
    text: 'select channel from channel_accounts where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  }
}
