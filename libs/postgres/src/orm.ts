import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from './pool.ts'

const known = new WeakMap<Pool, NodePgDatabase>()

/** The typed query builder over a pool. */
export const orm = (pool: Pool): NodePgDatabase => {
  const existing = known.get(pool)
  if (existing !== undefined) return existing
  const created = drizzle(pool)
  known.set(pool, created)
  return created
}
