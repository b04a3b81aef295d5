import { uuidv7 } from '@omnistream/common'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { KeyRing } from './key-ring.ts'
import { orm } from './orm.ts'
import type { Pool } from './pool.ts'
import { channelAccounts } from './schema.ts'

/** Several of each, so that a secret can be rotated without a gap. */
export type AccountSecrets = {
  appSecrets: string[]
  verifyTokens: string[]
  /** What opens the provider's API, the newest first: media are fetched with it. */
  accessTokens?: string[]
}

/** One account of a business on a channel, for example one WhatsApp number. */
export type AccountRecord = {
  id: string
  tenantId: string
  channel: string
  /** The provider's id of the account; unique within the channel. */
  externalId: string
  /** The provider's id of what the account belongs to (WhatsApp: the WABA). */
  businessId: string | null
  name: string
  /** What people call it, for example the phone number. */
  displayId: string | null
  status: 'active' | 'paused'
  secrets: AccountSecrets
}

export type CreateAccountInput = {
  tenantId: string
  channel: string
  externalId: string
  name: string
  businessId?: string
  displayId?: string
  secrets?: Partial<AccountSecrets>
  id?: string
  now?: Date
}

/** `taken`: the channel already has an account of that external id, perhaps another tenant's. */
export type CreateAccountOutcome = { ok: true; account: AccountRecord } | { ok: false; reason: 'taken' }

type Row = typeof channelAccounts.$inferSelect

const secretsShape = z.object({
  appSecrets: z.array(z.string()),
  verifyTokens: z.array(z.string()),
  accessTokens: z.array(z.string()).default([]),
})

/** Stores an account; its secrets are encrypted before they leave the process. */
export const createAccount = async (
  pool: Pool,
  keyRing: KeyRing,
  input: CreateAccountInput,
): Promise<CreateAccountOutcome> => {
  const id = input.id ?? uuidv7()
  const now = input.now ?? new Date()
  const { keyId, sealed } = seal(keyRing, id, { appSecrets: [], verifyTokens: [], ...input.secrets })
  const [row] = await orm(pool)
    .insert(channelAccounts)
    .values({
      ...{
        id,
        tenantId: input.tenantId,
        channel: input.channel,
        externalId: input.externalId,
        name: input.name,
      },
      ...{
        businessId: input.businessId ?? null,
        displayId: input.displayId ?? null,
        status: 'active' as const,
      },
      ...{ secretsEncrypted: sealed, keyId, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing({ target: [channelAccounts.channel, channelAccounts.externalId] })
    .returning()
  return row === undefined ? { ok: false, reason: 'taken' } : { ok: true, account: toRecord(row, keyRing) }
}

/** One account of the tenant. */
export const getAccount = async (
  pool: Pool,
  keyRing: KeyRing,
  key: { tenantId: string; id: string },
): Promise<AccountRecord | undefined> => {
  const mine = and(eq(channelAccounts.tenantId, key.tenantId), eq(channelAccounts.id, key.id))
  const [row] = await orm(pool).select().from(channelAccounts).where(mine).limit(1)
  return row === undefined ? undefined : toRecord(row, keyRing)
}

export type ListAccountsOptions = {
  /** Everybody's when absent: the edge learns the tenant from the account. */
  tenantId?: string
  /** Told about an account whose secrets cannot be decrypted, which is then left out; without it the list throws. */
  onUnreadable?(error: unknown, accountId: string): void
}

/** Accounts in the order of their creation. */
export const listAccounts = async (
  pool: Pool,
  keyRing: KeyRing,
  options: ListAccountsOptions = {},
): Promise<AccountRecord[]> => {
  const mine = options.tenantId === undefined ? undefined : eq(channelAccounts.tenantId, options.tenantId)
  const rows = await orm(pool)
    .select()
    .from(channelAccounts)
    .where(mine)
    .orderBy(asc(channelAccounts.createdAt), asc(channelAccounts.id))
  return rows.flatMap((row) => {
    try {
      return toRecord(row, keyRing)
    } catch (error) {
      if (options.onUnreadable === undefined) throw error
      options.onUnreadable(error, row.id)
      return []
    }
  })
}

export type UpdateAccountInput = {
  tenantId: string
  id: string
  name?: string
  status?: 'active' | 'paused'
  secrets?: AccountSecrets
  now?: Date
}

/** Changes an account; new secrets are sealed with the active key. undefined: the tenant has no such account. */
export const updateAccount = async (
  pool: Pool,
  keyRing: KeyRing,
  input: UpdateAccountInput,
): Promise<AccountRecord | undefined> => {
  const sealed = input.secrets === undefined ? undefined : seal(keyRing, input.id, input.secrets)
  const [row] = await orm(pool)
    .update(channelAccounts)
    .set({
      updatedAt: input.now ?? new Date(),
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.status === undefined ? {} : { status: input.status }),
      ...(sealed === undefined ? {} : { secretsEncrypted: sealed.sealed, keyId: sealed.keyId }),
    })
    .where(and(eq(channelAccounts.tenantId, input.tenantId), eq(channelAccounts.id, input.id)))
    .returning()
  return row === undefined ? undefined : toRecord(row, keyRing)
}

const seal = (keyRing: KeyRing, id: string, secrets: AccountSecrets): { keyId: string; sealed: Buffer } =>
  keyRing.encrypt(Buffer.from(JSON.stringify(secrets)), id)

const toRecord = (row: Row, keyRing: KeyRing): AccountRecord => ({
  ...{ id: row.id, tenantId: row.tenantId, channel: row.channel, externalId: row.externalId },
  ...{ businessId: row.businessId, name: row.name, displayId: row.displayId, status: row.status },
  secrets: secretsShape.parse(
    JSON.parse(keyRing.decrypt(row.secretsEncrypted, row.keyId, row.id).toString('utf8')),
  ),
})
