import { randomBytes } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { channels } from '@omnistream/channels'
import { OmniError } from '@omnistream/common'
import {
  type AccountRecord,
  createAccount,
  createKeyRing,
  listAccounts,
  updateAccount,
} from '@omnistream/postgres'
import { Argument, Command, Option } from 'commander'
import type { CliContext } from '../context.ts'
import { formatPairs, formatTable } from '../output/table.ts'
import type { CliConfig } from '../settings/cli-config.ts'
import { type JsonFlag, withExamples, withJson } from '../settings/common-options.ts'
import { uuidOption } from '../settings/option-values.ts'
import { need, readConfig } from '../settings/read-config.ts'
import { chosenTenant, withPostgres } from '../stores/with-postgres.ts'

type Shared = JsonFlag & { tenant?: string }
type AddFlags = Shared & {
  id: string
  name: string
  businessId?: string
  displayId?: string
  appSecret?: string
  verifyToken?: string
}

/** `accounts`: a business's accounts on the channels, directly in PostgreSQL. */
export function accountsCommand(context: CliContext): Command {
  return new Command('accounts')
    .description('channel accounts of a tenant; works on PostgreSQL directly')
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(
      statusCommand(context, 'pause', 'paused', 'leave what comes for an account to a later replay'),
    )
    .addCommand(statusCommand(context, 'activate', 'active', 'take an account up again'))
}

const tenantOption = (): Option => new Option('--tenant <slug>', 'whose (OMNISTREAM_TENANT)')

function addCommand(context: CliContext): Command {
  const command = new Command('add')
    .description('configure an account, and print what to paste into the provider’s dashboard')
    .addArgument(new Argument('<channel>', 'channel').choices(Object.keys(channels)))
    .addOption(tenantOption())
    .requiredOption('--id <id>', 'the provider’s id of the account (WhatsApp: the phone number id)')
    .requiredOption('--name <name>', 'what you call it')
    .option('--business-id <id>', 'what it belongs to (WhatsApp: the WhatsApp Business Account id)')
    .option('--display-id <text>', 'what people call it, for example the phone number')
    .option(
      '--app-secret <secret>',
      'secret that signs its webhooks; - reads it from standard input (absent: WHATSAPP_APP_SECRET of the edge counts)',
    )
    .option('--verify-token <token>', 'token of the handshake (made up where absent)')
    .action((channel: string, flags: AddFlags) => add(context, channel, flags))
  return withExamples(
    withJson(command),
    'omnistream accounts add whatsapp --id 106540352242922 --business-id 102290129340398 --name "Support" --app-secret - < secret.txt',
  )
}

async function add(context: CliContext, channel: string, flags: AddFlags): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const keyRing = createKeyRing(need(config, 'ENCRYPTION_KEYS'))
  const appSecret = flags.appSecret === '-' ? (await readAll(context.stdin)).trim() : flags.appSecret
  const verifyToken = flags.verifyToken ?? randomBytes(16).toString('hex')
  const account = await withPostgres(config, async (pool) => {
    const made = await createAccount(pool, keyRing, {
      tenantId: (await chosenTenant(pool, config)).id,
      channel,
      externalId: flags.id,
      name: flags.name,
      secrets: { appSecrets: appSecret ? [appSecret] : [], verifyTokens: [verifyToken] },
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
  if (flags.json === true) {
    context.out(
      JSON.stringify({ ...withoutSecrets(account), callback_url: callback, verify_token: verifyToken }),
    )
    return
  }
  context.out(
    formatPairs([
      ['account', account.id],
      ['callback URL', callback],
      ['verify token', verifyToken],
    ]),
  )
  context.err(
    config.PUBLIC_URL === undefined
      ? 'set PUBLIC_URL to the address that the provider can reach, and use it in the callback URL'
      : 'paste both into the provider’s dashboard, and subscribe to the messages field',
  )
}

const callbackUrl = (config: CliConfig, account: AccountRecord): string =>
  `${(config.PUBLIC_URL ?? config.OMNISTREAM_EDGE_URL).replace(/\/+$/, '')}/webhooks/${account.channel}/${account.id}`

const withoutSecrets = ({ secrets: _, ...account }: AccountRecord): Omit<AccountRecord, 'secrets'> => account

function listCommand(context: CliContext): Command {
  const command = new Command('list')
    .description('accounts without their secrets')
    .addOption(tenantOption())
    .action(async (flags: Shared) => {
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
    })
  return withExamples(withJson(command), 'omnistream accounts list')
}

function statusCommand(
  context: CliContext,
  name: string,
  status: 'active' | 'paused',
  description: string,
): Command {
  const command = new Command(name)
    .description(description)
    .argument('<id>', 'the account', uuidOption)
    .addOption(tenantOption())
    .action(async (id: string, flags: Shared) => {
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
    })
  return withExamples(withJson(command), `omnistream accounts ${name} 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b`)
}
