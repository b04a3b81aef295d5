import { createApiKey, ensureTenant, listApiKeys, revokeApiKey } from '@omnistream/postgres'
import { UsageError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { formatTable } from '../output/table.ts'
import type { JsonFlag } from '../settings/common-options.ts'
import { readConfig } from '../settings/read-config.ts'
import { chosenTenant, withPostgres } from '../stores/with-postgres.ts'

export type KeyFlags = JsonFlag & { tenant?: string }
export type CreateKeyFlags = KeyFlags & {
  name: string
  scopes: string[]
  expiresIn?: number
  newTenant?: true
}

const slugPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

/** The key alone goes to standard output, so that it can be piped into a secret store. */
export async function createKey(context: CliContext, flags: CreateKeyFlags): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const now = context.now()
  const made = await withPostgres(config, async (pool) => {
    const slug = config.OMNISTREAM_TENANT
    if (flags.newTenant === true && slug !== undefined) {
      if (!slugPattern.test(slug))
        throw new UsageError('a tenant is named with lowercase letters, digits and hyphens')
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
  context.out(made.key)
  context.err(`key ${made.id} of ${made.tenant} (${made.scopes.join(', ')}): it is not shown again`)
}

export async function listKeys(context: CliContext, flags: KeyFlags): Promise<void> {
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
  const head = ['id', 'key', 'name', 'scopes', 'created', 'last used', 'state']
  context.out(keys.length === 0 ? 'no keys yet' : formatTable(head, rows))
}

function stateOf(key: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): string {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'in use'
}

export async function revokeKey(context: CliContext, id: string, flags: KeyFlags): Promise<void> {
  const config = readConfig(context, { OMNISTREAM_TENANT: flags.tenant })
  const revoked = await withPostgres(config, async (pool) =>
    revokeApiKey(pool, { tenantId: (await chosenTenant(pool, config)).id, id }),
  )
  if (flags.json === true) context.out(JSON.stringify({ id, revoked }))
  else if (revoked) context.out(`key ${id} is revoked`)
  else context.err(`the tenant has no key ${id} that is in use`)
  if (!revoked) context.fail()
}
