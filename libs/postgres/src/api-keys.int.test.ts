import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey, findApiKey, listApiKeys, revokeApiKey, touchApiKey } from './api-keys.ts'
import { ensureTenant, findTenant, listTenants } from './tenants.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { testDatabaseUrl } from './testing/database-url.ts'

describe('tenants and API keys', () => {
  let db: TestSchema
  let tenantId: string
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl())
    tenantId = (await ensureTenant(db.pool, { slug: 'acme', name: 'Acme' })).id
  })
  afterAll(() => db.drop())

  it('makes one tenant of a slug, however many ask at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => ensureTenant(db.pool, { slug: 'once', name: 'Once' })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made.filter(({ created }) => created)).toHaveLength(1)
    expect((await findTenant(db.pool, 'once'))?.id).toBe(made[0]?.id)
    expect(await findTenant(db.pool, 'nobody')).toBeUndefined()
    expect((await listTenants(db.pool)).map(({ slug }) => slug)).toEqual(['acme', 'once'])
  })

  it('knows the principal behind a key it made, and stores nothing that would give the key back', async () => {
    const { id, key } = await createApiKey(db.pool, { tenantId, name: 'console', scopes: ['inbox:read'] })
    expect(key).toMatch(/^omni_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/)
    expect(await findApiKey(db.pool, key)).toEqual({
      keyId: id,
      tenantId,
      scopes: ['inbox:read'],
      lastUsedAt: null,
    })
    const { rows } = await db.pool.query('select row_to_json(k)::text as row from api_keys k where id = $1', [
      id,
    ])
    expect(JSON.stringify(rows)).not.toContain(key.split('_')[2])
  })

  it('does not know a key that differs in one character, or is no key at all', async () => {
    const { key } = await createApiKey(db.pool, { tenantId, name: 'x', scopes: [] })
    const other = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
    for (const text of [
      other,
      key.toLowerCase(),
      `${key} `,
      key.slice(0, 13),
      '',
      'omni__',
      `omni_'; drop_${'x'.repeat(40)}`,
    ]) {
      expect(await findApiKey(db.pool, text)).toBeUndefined()
    }
  })

  it('does not know a key from the moment it expires', async () => {
    const expiresAt = new Date('2030-01-01T00:00:00Z')
    const { key } = await createApiKey(db.pool, { tenantId, name: 'x', scopes: [], expiresAt })
    expect(await findApiKey(db.pool, key, new Date(expiresAt.getTime() - 1))).toBeDefined()
    expect(await findApiKey(db.pool, key, expiresAt)).toBeUndefined()
  })

  it('does not know a revoked key; only its own tenant can revoke it, once', async () => {
    const { id, key } = await createApiKey(db.pool, { tenantId, name: 'x', scopes: [] })
    const stranger = await ensureTenant(db.pool, { slug: 'stranger', name: 'S' })
    expect(await revokeApiKey(db.pool, { tenantId: stranger.id, id })).toBe(false)
    expect(await findApiKey(db.pool, key)).toBeDefined()
    expect(await revokeApiKey(db.pool, { tenantId, id })).toBe(true)
    expect(await revokeApiKey(db.pool, { tenantId, id })).toBe(false)
    expect(await findApiKey(db.pool, key)).toBeUndefined()
  })

  it('notes the use of a key at most once a minute', async () => {
    const { key } = await createApiKey(db.pool, { tenantId, name: 'x', scopes: [] })
    const use = async (at: number): Promise<number | undefined> => {
      const principal = await findApiKey(db.pool, key)
      if (principal === undefined) throw new Error('the key is gone')
      await touchApiKey(db.pool, principal, new Date(at))
      return (await findApiKey(db.pool, key))?.lastUsedAt?.getTime()
    }
    expect(await use(1_000_000)).toBe(1_000_000)
    expect(await use(1_059_000)).toBe(1_000_000)
    expect(await use(1_061_000)).toBe(1_061_000)
  })

  it('lists a tenant’s keys without their hashes', async () => {
    const lonely = await ensureTenant(db.pool, { slug: 'lonely', name: 'L' })
    const { id } = await createApiKey(db.pool, { tenantId: lonely.id, name: 'mine', scopes: ['admin'] })
    const keys = await listApiKeys(db.pool, lonely.id)
    expect(keys).toMatchObject([{ id, name: 'mine', scopes: ['admin'], tenantId: lonely.id }])
    expect(keys[0]).not.toHaveProperty('hash')
  })
})
