import { channels } from '@omnistream/channels'
import { sampleAccount } from '@omnistream/cli/simulate/sample-account'
import { OmniError } from '@omnistream/common'
import {
  createAccount,
  createApiKey,
  createKeyRing,
  ensureTenant,
  findApiKey,
  type Pool,
  updateAccount,
} from '@omnistream/postgres'
import { type DevelopmentSettings, developmentTenant } from './development-settings.ts'

export type Seeded = { apiKey: string; created: string[] }

/**
 * Sees to it that the development tenant has a working API key and an account on every channel with the
 * secrets of the settings. Only a key's hash is stored, so a key that the settings have lost is replaced by a new one.
 */
export async function seedDevelopment(pool: Pool, settings: DevelopmentSettings): Promise<Seeded> {
  const created: string[] = []
  const tenant = await ensureTenant(pool, developmentTenant)
  if (tenant.created) created.push('tenant')
  let apiKey = settings.OMNISTREAM_API_KEY
  const known = apiKey === '' ? undefined : await findApiKey(pool, apiKey)
  if (known?.tenantId !== tenant.id) {
    apiKey = (await createApiKey(pool, { tenantId: tenant.id, name: 'development', scopes: ['admin'] })).key
    created.push('API key')
  }
  for (const channelId of Object.keys(channels)) {
    if (await ensureAccount(pool, tenant.id, channelId, settings)) created.push(`${channelId} account`)
  }
  return { apiKey, created }
}

async function ensureAccount(
  pool: Pool,
  tenantId: string,
  channel: string,
  settings: DevelopmentSettings,
): Promise<boolean> {
  const keyRing = createKeyRing(settings.ENCRYPTION_KEYS)
  const account = sampleAccount(channel)
  const secret = channel === 'whatsapp' ? settings.WHATSAPP_APP_SECRET : settings.OMNISTREAM_SAMPLE_SECRET
  const secrets = { appSecrets: words(secret), verifyTokens: words(settings.WHATSAPP_VERIFY_TOKEN) }
  const made = await createAccount(pool, keyRing, {
    ...{ tenantId, channel, ...account, name: `Sample account (${channel})`, secrets },
  })
  if (made.ok) return true
  // It is there from an earlier start, perhaps sealed with a key that was lost since: seal these secrets anew.
  const id = await accountId(pool, tenantId, channel, account.externalId)
  if (id !== undefined && (await updateAccount(pool, keyRing, { tenantId, id, secrets }))) return false
  throw new OmniError(
    'SAMPLE_ACCOUNT_TAKEN',
    `another tenant of this database has the sample account ${account.externalId} of ${channel}`,
  )
}

async function accountId(
  pool: Pool,
  tenantId: string,
  channel: string,
  externalId: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from channel_accounts where tenant_id = $1 and channel = $2 and external_id = $3',
    [tenantId, channel, externalId],
  )
  return rows[0]?.id
}

const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
