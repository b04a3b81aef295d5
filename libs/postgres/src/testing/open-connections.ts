import type { Pool } from '../pool.ts'

/** Opens all connections of a pool, so that workers of a test really meet instead of waiting for their connections. */
export const openConnections = async (pool: Pool): Promise<void> => {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) client.release()
}
