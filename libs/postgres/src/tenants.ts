import { uuidv7 } from '@omnistream/common'
import { asc, eq } from 'drizzle-orm'
import { orm } from './orm.ts'
import type { Pool } from './pool.ts'
import { tenants } from './schema.ts'

export type Tenant = typeof tenants.$inferSelect

/** Creates the tenant, or returns the one that already has the slug. Idempotent and race-safe. */
export const ensureTenant = async (
  pool: Pool,
  input: { slug: string; name: string; id?: string; now?: Date },
): Promise<Tenant & { created: boolean }> => {
  const { slug, name } = input
  const values = { id: input.id ?? uuidv7(), slug, name, createdAt: input.now ?? new Date() }
  const [inserted] = await orm(pool)
    .insert(tenants)
    .values(values)
    .onConflictDoNothing({ target: tenants.slug })
    .returning()
  if (inserted !== undefined) return { ...inserted, created: true }
  const existing = await findTenant(pool, slug)
  if (existing === undefined) throw new Error(`tenant ${slug} vanished while it was being created`)
  return { ...existing, created: false }
}

/** By slug. */
export const findTenant = async (pool: Pool, slug: string): Promise<Tenant | undefined> => {
  const [row] = await orm(pool).select().from(tenants).where(eq(tenants.slug, slug)).limit(1)
  return row
}

/** All tenants, by slug. */
export const listTenants = (pool: Pool): Promise<Tenant[]> =>
  orm(pool).select().from(tenants).orderBy(asc(tenants.slug))
