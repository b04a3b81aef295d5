import { randomBytes } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { OmniError } from '@omnistream/common/errors'
import {
  type AccountRecord,
  createAccount,
  createKeyRing,
  getAccount,
  listAccounts,
  updateAccount,
} from '@omnistream/postgres'
import { UsageError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { formatPairs, formatTable } from '../output/table.ts'
import type { CliConfig } from '../settings/cli-config.ts'
import type { JsonFlag } from '../settings/common-options.ts'
import { need, readConfig } from '../settings/read-config.ts'
import { requireChannel } from '../settings/require-channel.ts'
import { chosenTenant, withPostgres } from '../stores/with-postgres.ts'
import { chooseSecrets } from './choose-secrets.ts'
import { setupGuide } from './setup-guides.ts'

export type AccountFlags = JsonFlag & { tenant?: string }
export type AddAccountFlags = AccountFlags & {
  id: string
  name: string
  businessId?: string
  displayId?: string
  appSecret?: string
  verifyToken?: string
  accessToken?: string
}

/** Stores the account and prints what the provider's dashboard asks for. */
export async function addAccount(
  context: CliContext,
  channel: string,
  flags: AddAccountFlags,
): Promise<void> {
  await requireChannel(channel)
  const guide = setupGuide(channel)
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const keyRing = createKeyRing(need(config, 'ENCRYPTION_KEYS'))
  if (flags.appSecret === '-' && flags.accessToken === '-') {
    throw new UsageError('only one of --app-secret and --access-token can be read from standard input')
  }
  const appSecret = await secretOf(context, flags.appSecret, 'the app secret')
  const accessToken = await secretOf(context, flags.accessToken, 'the access token')
  if (guide.idPattern?.test(flags.id) === false) throw new UsageError(`--id is ${guide.id}`)
  const given = { appSecret, verifyToken: flags.verifyToken }
  const { madeAppSecret, ...chosen } = chooseSecrets(guide, given, () => randomBytes(16).toString('hex'))
  const account = await withPostgres(config, async (pool) => {
    const made = await createAccount(pool, keyRing, {
      tenantId: (await chosenTenant(pool, config)).id,
      channel,
      externalId: flags.id,
      name: flags.name,
      secrets: { ...chosen, accessTokens: accessToken ? [accessToken] : [] },
      ...(flags.businessId === undefined ? {} : { businessId: flags.businessId }),
      ...(flags.displayId === undefined ? {} : { displayId: flags.displayId }),
    })
    if (made.ok) return made.account
    throw new OmniError(
      'ACCOUNT_TAKEN',
      `${channel} account ${flags.id} is configured already, here or for another tenant`,
    )
  })
  const callback = callbackUrl(config, account)
  const [verifyToken] = chosen.verifyTokens
  const shown = {
    ...(verifyToken === undefined ? {} : { verify_token: verifyToken }),
    ...(madeAppSecret === undefined ? {} : { app_secret: madeAppSecret }),
  }
  if (flags.json === true) {
    context.out(JSON.stringify({ ...withoutSecrets(account), callback_url: callback, ...shown }))
    return
  }
  const pairs = Object.entries(shown).map(([name, value]) => [name.replace('_', ' '), value] as const)
  context.out(formatPairs([['account', account.id], ['callback URL', callback], ...pairs]))
  if (madeAppSecret !== undefined) context.err('the app secret was made up; it is shown this once')
  if (chosen.appSecrets.length === 0) context.err(`webhooks are checked with ${guide.otherwise} of the edge`)
  if (config.PUBLIC_URL === undefined)
    context.err('set PUBLIC_URL to the address that the provider can reach, and use it in the callback URL')
  for (const [index, step] of guide.steps(callback).entries()) context.err(`${index + 1}. ${step}`)
}

/** A secret as it was given, or out of standard input for `-`. */
async function secretOf(
  context: CliContext,
  given: string | undefined,
  what: string,
): Promise<string | undefined> {
  const secret = given === '-' ? (await readAll(context.stdin)).trim() : given
  if (given !== undefined && !secret) throw new UsageError(`${what} is empty`)
  return secret
}

/** Replaces what opens the provider's API; the other secrets stay. */
export async function setAccessToken(
  context: CliContext,
  id: string,
  given: string,
  flags: AccountFlags,
): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const keyRing = createKeyRing(need(config, 'ENCRYPTION_KEYS'))
  const token = (await secretOf(context, given, 'the access token')) ?? ''
  const account = await withPostgres(config, async (pool) => {
    const key = { tenantId: (await chosenTenant(pool, config)).id, id }
    const known = await getAccount(pool, keyRing, key)
    const secrets = known && { ...known.secrets, accessTokens: [token] }
    return secrets && (await updateAccount(pool, keyRing, { ...key, secrets }))
  })
  if (account === undefined) {
    context.err(`the tenant has no account ${id}`)
    context.fail()
  } else if (flags.json === true) context.out(JSON.stringify(withoutSecrets(account)))
  else context.out(`${account.name} (${account.externalId}) has a new access token`)
}

const callbackUrl = (config: CliConfig, account: AccountRecord): string =>
  `${(config.PUBLIC_URL ?? config.OMNISTREAM_EDGE_URL).replace(/\/+$/, '')}/webhooks/${account.channel}/${account.id}`

const withoutSecrets = ({ secrets: _, ...account }: AccountRecord): Omit<AccountRecord, 'secrets'> => account

export async function listTenantAccounts(context: CliContext, flags: AccountFlags): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const keyRing = createKeyRing(need(config, 'ENCRYPTION_KEYS'))
  const accounts = await withPostgres(config, async (pool) =>
    listAccounts(pool, keyRing, {
      tenantId: (await chosenTenant(pool, config)).id,
      onUnreadable: (_, id) =>
        context.err(`the secrets of account ${id} cannot be decrypted with ENCRYPTION_KEYS`),
    }),
  )
  if (flags.json === true) {
    context.out(JSON.stringify(accounts.map(withoutSecrets)))
    return
  }
  const rows = accounts.map((account) => [
    ...[account.id, account.channel, account.externalId, account.name, account.displayId ?? ''],
    ...[account.status, callbackUrl(config, account)],
  ])
  const head = ['id', 'channel', 'external id', 'name', 'display id', 'status', 'callback URL']
  context.out(accounts.length === 0 ? 'no accounts yet' : formatTable(head, rows))
}

export async function setAccountStatus(
  context: CliContext,
  id: string,
  status: 'active' | 'paused',
  flags: AccountFlags,
): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const keyRing = createKeyRing(need(config, 'ENCRYPTION_KEYS'))
  const account = await withPostgres(config, async (pool) =>
    updateAccount(pool, keyRing, { tenantId: (await chosenTenant(pool, config)).id, id, status }),
  )
  if (account === undefined) {
    context.err(`the tenant has no account ${id}`)
    context.fail()
  } else if (flags.json === true) context.out(JSON.stringify(withoutSecrets(account)))
  else context.out(`${account.name} (${account.externalId}) is ${account.status}`)
}
