import { Command, InvalidArgumentError, Option } from 'commander'
import type { CliContext } from '../context.ts'
import type { CreateKeyFlags, KeyFlags } from '../keys/key-actions.ts'
import { withExamples, withJson } from '../settings/common-options.ts'
import { durationOption, uuidOption } from '../settings/option-values.ts'

const scopes = [
  ...['inbox:read', 'inbox:write', 'audit:read', 'replay:write', 'webhooks:read', 'webhooks:write', 'admin'],
]

/** Loaded when a command runs: PostgreSQL's client and schema would slow down every other one. */
const actions = () => import('../keys/key-actions.ts')

/** `keys`: API keys, directly in PostgreSQL, since the first one cannot be made through the API. */
export function keysCommand(context: CliContext): Command {
  return new Command('keys')
    .description('API keys of a tenant; works on PostgreSQL directly')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context))
}

const tenantOption = (): Option => new Option('--tenant <slug>', 'whose (OMNISTREAM_TENANT)')

function readScopes(text: string): string[] {
  const given = text.split(',').map((scope) => scope.trim())
  const unknown = given.find((scope) => !scopes.includes(scope))
  if (unknown === undefined) return given
  throw new InvalidArgumentError(`"${unknown}" is no scope; there are ${scopes.join(', ')}.`)
}

function createCommand(context: CliContext): Command {
  const command = new Command('create')
    .description('make a key; it is shown this once and never again')
    .addOption(tenantOption())
    .requiredOption('--name <name>', 'what it is for')
    .addOption(
      new Option('--scopes <scopes>', `what it may do, separated by commas: ${scopes.join(', ')}`)
        .default(['inbox:read'], 'inbox:read')
        .argParser(readScopes),
    )
    .addOption(
      new Option('--expires-in <time>', 'end of its life, such as 90d (never where absent)').argParser(
        durationOption,
      ),
    )
    .option('--new-tenant', 'make the tenant if there is none of this slug')
    .action(async (flags: CreateKeyFlags) => (await actions()).createKey(context, flags))
  return withExamples(
    withJson(command),
    'omnistream keys create --name console --scopes inbox:read,audit:read',
    'omnistream keys create --tenant acme --new-tenant --name first --scopes admin',
  )
}

function listCommand(context: CliContext): Command {
  const command = new Command('list')
    .description('keys without their secret')
    .addOption(tenantOption())
    .action(async (flags: KeyFlags) => (await actions()).listKeys(context, flags))
  return withExamples(withJson(command), 'omnistream keys list --tenant acme')
}

function revokeCommand(context: CliContext): Command {
  const command = new Command('revoke')
    .description('take a key out of use for good')
    .argument('<id>', 'the key', uuidOption)
    .addOption(tenantOption())
    .action(async (id: string, flags: KeyFlags) => (await actions()).revokeKey(context, id, flags))
  return withExamples(withJson(command), 'omnistream keys revoke 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')
}
