import { Command, Option } from 'commander'
import type { AccountFlags, AddAccountFlags } from '../accounts/account-actions.ts'
import type { CliContext } from '../context.ts'
import { withExamples, withJson } from '../settings/common-options.ts'
import { uuidOption } from '../settings/option-values.ts'

/** Loaded when a command runs: PostgreSQL's client and schema would slow down every other one. */
const actions = () => import('../accounts/account-actions.ts')

/** `accounts`: a business's accounts on the channels, directly in PostgreSQL. */
export function accountsCommand(context: CliContext): Command {
  return new Command('accounts')
    .description('channel accounts of a tenant; works on PostgreSQL directly')
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(accessTokenCommand(context))
    .addCommand(
      statusCommand(context, 'pause', 'paused', 'leave what comes for an account to a later replay'),
    )
    .addCommand(statusCommand(context, 'activate', 'active', 'take an account up again'))
}

const tenantOption = (): Option => new Option('--tenant <slug>', 'whose (OMNISTREAM_TENANT)')

function addCommand(context: CliContext): Command {
  const command = new Command('add')
    .description('configure an account, and print what to paste into the provider’s dashboard')
    .argument('<channel>', 'on which channel, such as whatsapp')
    .addOption(tenantOption())
    .requiredOption(
      '--id <id>',
      'the provider’s id of the account (WhatsApp: the phone number id; e-mail: the address)',
    )
    .requiredOption('--name <name>', 'what you call it')
    .option('--business-id <id>', 'what it belongs to (WhatsApp: the WhatsApp Business Account id)')
    .option('--display-id <text>', 'what people call it, for example the phone number')
    .option(
      '--app-secret <secret>',
      'secret that its webhooks prove themselves with; - reads it from standard input (absent: made up where it is ours to choose, else the edge’s setting for the channel counts)',
    )
    .option(
      '--verify-token <token>',
      'token of the handshake, made up where absent; VK: its confirmation string; most channels have none',
    )
    .option(
      '--access-token <token>',
      'what opens the provider’s API, for its media; - reads it from standard input',
    )
    .action(async (channel: string, flags: AddAccountFlags) =>
      (await actions()).addAccount(context, channel, flags),
    )
  return withExamples(
    withJson(command),
    'omnistream accounts add whatsapp --id 106540352242922 --business-id 102290129340398 --name "Support" --app-secret - < secret.txt',
    'omnistream accounts add telegram --id 700800900 --name "Shop bot"',
    'omnistream accounts add vk --id 200000001 --name "Shop" --verify-token c0ffee42',
  )
}

function listCommand(context: CliContext): Command {
  const command = new Command('list')
    .description('accounts without their secrets')
    .addOption(tenantOption())
    .action(async (flags: AccountFlags) => (await actions()).listTenantAccounts(context, flags))
  return withExamples(withJson(command), 'omnistream accounts list')
}

function accessTokenCommand(context: CliContext): Command {
  const command = new Command('access-token')
    .description('replace what opens the provider’s API for an account')
    .argument('<id>', 'the account', uuidOption)
    .argument('<token>', 'the token; - reads it from standard input')
    .addOption(tenantOption())
    .action(async (id: string, token: string, flags: AccountFlags) =>
      (await actions()).setAccessToken(context, id, token, flags),
    )
  return withExamples(
    withJson(command),
    'omnistream accounts access-token 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b - < token.txt',
  )
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
    .action(async (id: string, flags: AccountFlags) =>
      (await actions()).setAccountStatus(context, id, status, flags),
    )
  return withExamples(withJson(command), `omnistream accounts ${name} 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b`)
}
