import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { uuidv7 } from '@omnistream/common'
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import { orm } from './orm.ts'
import type { Pool } from './pool.ts'
import { apiKeys } from './schema.ts'

/** Who a request speaks for. */
export type Principal = { keyId: string; tenantId: string; scopes: string[]; lastUsedAt: Date | null }

export type ApiKeyInfo = Omit<typeof apiKeys.$inferSelect, 'hash'>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixLength = 8
const secretLength = 40
const keyPattern = /^omni_([0-9A-Za-z]{8})_[0-9A-Za-z]{32,64}$/
const touchEveryMs = 60_000

type Random = (size: number) => Buffer

export type CreateApiKeyInput = {
  tenantId: string
  name: string
  scopes: readonly string[]
  expiresAt?: Date
  now?: Date
  random?: Random
}

/** Makes a key. `key` is shown this once and never stored: only its SHA-256 is (its 238 random bits need no slow hash). */
export const createApiKey = async (
  pool: Pool,
  input: CreateApiKeyInput,
): Promise<{ id: string; key: string }> => {
  const random = input.random ?? randomBytes
  const now = input.now ?? new Date()
  const prefix = base62(prefixLength, random)
  const key = `omni_${prefix}_${base62(secretLength, random)}`
  const id = uuidv7(now.getTime())
  await orm(pool)
    .insert(apiKeys)
    .values({
      ...{ id, prefix, hash: sha256(key), createdAt: now },
      ...{
        tenantId: input.tenantId,
        name: input.name,
        scopes: [...input.scopes],
        expiresAt: input.expiresAt ?? null,
      },
    })
  return { id, key }
}

/** The principal behind a key; undefined for one that is malformed, unknown, expired or revoked. */
export const findApiKey = async (
  pool: Pool,
  key: string,
  now: Date = new Date(),
): Promise<Principal | undefined> => {
  const prefix = keyPattern.exec(key)?.[1]
  if (prefix === undefined) return undefined
  const [row] = await orm(pool).select().from(apiKeys).where(eq(apiKeys.prefix, prefix)).limit(1)
  if (row === undefined || !timingSafeEqual(row.hash, sha256(key))) return undefined
  if (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) return undefined
  return { keyId: row.id, tenantId: row.tenantId, scopes: row.scopes, lastUsedAt: row.lastUsedAt }
}

/** Takes a key out of use for good. Out: whether the tenant has a key of that id that was still in use. */
export const revokeApiKey = async (
  pool: Pool,
  input: { tenantId: string; id: string; now?: Date },
): Promise<boolean> => {
  const mine = and(eq(apiKeys.tenantId, input.tenantId), eq(apiKeys.id, input.id), isNull(apiKeys.revokedAt))
  const rows = await orm(pool)
    .update(apiKeys)
    .set({ revokedAt: input.now ?? new Date() })
    .where(mine)
    .returning({ id: apiKeys.id })
  return rows.length > 0
}

/** Notes that a key was used, at most once a minute, so that a busy key does not mean a write for each request. */
export const touchApiKey = async (
  pool: Pool,
  principal: Principal,
  now: Date = new Date(),
): Promise<void> => {
  const stale = new Date(now.getTime() - touchEveryMs)
  if (principal.lastUsedAt !== null && principal.lastUsedAt > stale) return
  const due = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, stale))
  await orm(pool)
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, principal.keyId), due))
}

/** A tenant's keys in order of creation, without their hashes. */
export const listApiKeys = async (pool: Pool, tenantId: string): Promise<ApiKeyInfo[]> => {
  const rows = await orm(pool)
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.tenantId, tenantId))
    .orderBy(asc(apiKeys.createdAt))
  return rows.map(({ hash: _, ...info }) => info)
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Uniform: bytes that would favour the first letters are thrown away. */
const base62 = (length: number, random: Random): string => {
  let out = ''
  while (out.length < length) {
    for (const byte of random(length)) {
      if (byte < 248 && out.length < length) out += alphabet.charAt(byte % 62)
    }
  }
  return out
}
