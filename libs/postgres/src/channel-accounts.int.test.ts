import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, getAccount, listAccounts, updateAccount } from './channel-accounts.ts'
import { createKeyRing } from './key-ring.ts'
import { ensureTenant } from './tenants.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { testDatabaseUrl } from './testing/database-url.ts'

const key = (fill: number): string => Buffer.alloc(32, fill).toString('base64')
const ring = createKeyRing(`k1:${key(1)}`)

describe('channel accounts', () => {
  let db: TestSchema
  let [tenantId, strangerId] = ['', '']
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl())
    tenantId = (await ensureTenant(db.pool, { slug: 'acme', name: 'Acme' })).id
    strangerId = (await ensureTenant(db.pool, { slug: 'stranger', name: 'S' })).id
  })
  afterAll(() => db.drop())

  const add = async (externalId: string) => {
    const secrets = { appSecrets: ['top-secret'], verifyTokens: ['token'], accessTokens: ['opens-the-api'] }
    const made = await createAccount(db.pool, ring, {
      tenantId,
      channel: 'whatsapp',
      externalId,
      name: 'Shop',
      businessId: 'waba',
      secrets,
    })
    if (!made.ok) throw new Error(made.reason)
    return made.account
  }

  it('gives an account back with its secrets, and keeps them encrypted at rest', async () => {
    const account = await add('1')
    expect(await getAccount(db.pool, ring, { tenantId, id: account.id })).toEqual(account)
    expect(account).toMatchObject({
      externalId: '1',
      businessId: 'waba',
      status: 'active',
      secrets: { appSecrets: ['top-secret'], accessTokens: ['opens-the-api'] },
    })
    const { rows } = await db.pool.query<{ secrets_encrypted: Buffer }>(
      'select secrets_encrypted from channel_accounts where id = $1',
      [account.id],
    )
    expect(rows[0]?.secrets_encrypted.includes('top-secret')).toBe(false)
    expect(rows[0]?.secrets_encrypted.includes('opens-the-api')).toBe(false)
  })

  it('takes an external id once per channel, whoever asks', async () => {
    await add('2')
    const again = { tenantId: strangerId, externalId: '2', name: 'Thief' }
    expect(await createAccount(db.pool, ring, { ...again, channel: 'whatsapp' })).toEqual({
      ok: false,
      reason: 'taken',
    })
    expect(await createAccount(db.pool, ring, { ...again, channel: 'telegram' })).toMatchObject({ ok: true })
  })

  it('shows a tenant its own accounts alone, and lets it change no other', async () => {
    const { id } = await add('3')
    expect(await getAccount(db.pool, ring, { tenantId: strangerId, id })).toBeUndefined()
    expect(await updateAccount(db.pool, ring, { tenantId: strangerId, id, status: 'paused' })).toBeUndefined()
    const theirs = await listAccounts(db.pool, ring, { tenantId: strangerId })
    expect(theirs.every((account) => account.tenantId === strangerId)).toBe(true)
    expect((await listAccounts(db.pool, ring)).length).toBeGreaterThan(theirs.length)
  })

  it('reads the secrets of an account that was stored before there were access tokens', async () => {
    const { id } = await add('3b')
    const { sealed } = ring.encrypt(Buffer.from('{"appSecrets":["a"],"verifyTokens":[]}'), id)
    await db.pool.query('update channel_accounts set secrets_encrypted = $1 where id = $2', [sealed, id])
    expect(await getAccount(db.pool, ring, { tenantId, id })).toMatchObject({
      secrets: { appSecrets: ['a'], verifyTokens: [], accessTokens: [] },
    })
  })

  it('seals new secrets with the active key of a rotated ring', async () => {
    const { id } = await add('4')
    const rotated = createKeyRing(`k2:${key(2)},k1:${key(1)}`)
    const secrets = { appSecrets: ['new', 'old'], verifyTokens: [] }
    const changed = await updateAccount(db.pool, rotated, { tenantId, id, secrets, status: 'paused' })
    expect(changed).toMatchObject({ status: 'paused', name: 'Shop', secrets })
    await expect(getAccount(db.pool, ring, { tenantId, id })).rejects.toMatchObject({
      code: 'ENCRYPTION_KEY_UNKNOWN',
    })
  })

  it('leaves out an account it cannot decrypt when somebody is told, and throws otherwise', async () => {
    const { id } = await add('5')
    await db.pool.query('update channel_accounts set key_id = $2 where id = $1', [id, 'lost'])
    const unreadable: string[] = []
    const rest = await listAccounts(db.pool, createKeyRing(`k2:${key(2)},k1:${key(1)}`), {
      tenantId,
      onUnreadable: (_, accountId) => unreadable.push(accountId),
    })
    expect([unreadable, rest.length > 0]).toEqual([[id], true])
    await expect(listAccounts(db.pool, ring, { tenantId })).rejects.toMatchObject({
      code: 'ENCRYPTION_KEY_UNKNOWN',
    })
  })
})
