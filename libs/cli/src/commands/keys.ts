import { createApiKey, ensureTenant, listApiKeys, revokeApiKey } from '@omnistream/postgres'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { CliContext } from '../context.ts'
import { formatTable } from '../output/table.ts'
import { type JsonFlag, withExamples, withJson } from '../settings/common-options.ts'
import { durationOption, uuidOption } from '../settings/option-values.ts'
import { readConfig } from '../settings/read-config.ts'
import { chosenTenant, withPostgres } from '../stores/with-postgres.ts'

type Shared = JsonFlag & { tenant?: string }
type CreateFlags = Shared & { name: string; scopes: string[]; expiresIn?: number; newTenant?: true }

const scopes = ['inbox:read', 'audit:read', 'replay:write', 'admin']
const slugPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

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
    .action((flags: CreateFlags) => create(context, flags))
  return withExamples(
    withJson(command),
    'omnistream keys create --name console --scopes inbox:read,audit:read',
    'omnistream keys create --tenant acme --new-tenant --name first --scopes admin',
  )
}

async function create(context: CliContext, flags: CreateFlags): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const now = context.now()
  const made = await withPostgres(config, async (pool) => {
    const slug = config.OMNISTREAM_TENANT
    if (flags.newTenant === true && slug !== undefined) {
      if (!slugPattern.test(slug))
        throw new InvalidArgumentError('a tenant is named with lowercase letters, digits and hyphens')
      await ensureTenant(pool, { slug, name: slug })
    }
    const tenant = await chosenTenant(pool, config)
    const key = await createApiKey(pool, {
      tenantId: tenant.id,
      name: flags.name,
      scopes: flags.scopes,
      now,
      ...(flags.expiresIn === undefined ? {} : { expiresAt: new Date(now.getTime() + flags.expiresIn) }),
    })
    return { ...key, tenant: tenant.slug, scopes: flags.scopes }
  })
  if (flags.json === true) {
    context.out(JSON.stringify(made))
    return
  }
  // The key alone goes to standard output, so that it can be piped into a secret store.
  context.out(made.key)
  context.err(`key ${made.id} of ${made.tenant} (${made.scopes.join(', ')}): it is not shown again`)
}

function listCommand(context: CliContext): Command {
  const command = new Command('list')
    .description('keys without their secret')
    .addOption(tenantOption())
    .action(async (flags: Shared) => {
      const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
      const keys = await withPostgres(config, async (pool) =>
        listApiKeys(pool, (await chosenTenant(pool, config)).id),
      )
      if (flags.json === true) {
        context.out(JSON.stringify(keys))
        return
      }
      const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? ''
      const rows = keys.map((key) => [
        ...[key.id, `omni_${key.prefix}_…`, key.name, key.scopes.join(',')],
        ...[day(key.createdAt), day(key.lastUsedAt), stateOf(key, context.now())],
      ])
      context.out(
        keys.length === 0
          ? 'no keys yet'
          : formatTable(['id', 'key', 'name', 'scopes', 'created', 'last used', 'state'], rows),
      )
    })
  return withExamples(withJson(command), 'omnistream keys list --tenant acme')
}

function stateOf(key: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): string {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'in use'
}

function revokeCommand(context: CliContext): Command {
  const command = new Command('revoke')
    .description('take a key out of use for good')
    .argument('<id>', 'the key', uuidOption)
    .addOption(tenantOption())
    .action(async (id: string, flags: Shared) => {
      const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
      const revoked = await withPostgres(config, async (pool) =>
        revokeApiKey(pool, { tenantId: (await chosenTenant(pool, config)).id, id }),
      )
      if (flags.json === true) context.out(JSON.stringify({ id, revoked }))
      else if (revoked) context.out(`key ${id} is revoked`)
      else context.err(`the tenant has no key ${id} that is in use`)
      if (!revoked) context.fail()
    })
  return withExamples(withJson(command), 'omnistream keys revoke 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')
}
