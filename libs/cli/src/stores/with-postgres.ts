import { errorCode, OmniError, silentLogger } from '@omnistream/common'
import { createPool, findTenant, listTenants, migrate, type Pool, type Tenant } from '@omnistream/postgres'
import { UsageError } from '../cli-error.ts'
import type { CliConfig } from '../settings/cli-config.ts'
import { need } from '../settings/read-config.ts'

/**
 * Runs `use` with a pool on up-to-date tables, and closes it.
 * @throws {OmniError} DATABASE_UNREACHABLE.
 */
export async function withPostgres<Result>(
  config: CliConfig,
  use: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(need(config, 'DATABASE_URL'), {
    applicationName: 'omnistream-cli',
    logger: silentLogger(),
    schema: config.DATABASE_SCHEMA,
    max: 2,
  })
  try {
    await connect(pool)
    await migrate(pool, { schema: config.DATABASE_SCHEMA })
    return await use(pool)
  } finally {
    await pool.end()
  }
}

async function connect(pool: Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    const code = errorCode(cause) ?? 'no answer'
    throw new OmniError('DATABASE_UNREACHABLE', `the server of DATABASE_URL does not answer (${code})`, {
      cause,
    })
  }
}

/** The tenant that a command is about. @throws {UsageError} that lists those there are. */
export async function chosenTenant(pool: Pool, config: CliConfig): Promise<Tenant> {
  const slug = config.OMNISTREAM_TENANT
  const tenant = slug === undefined ? undefined : await findTenant(pool, slug)
  if (tenant !== undefined) return tenant
  const known = (await listTenants(pool)).map((one) => one.slug)
  const there =
    known.length === 0 ? 'there are none yet: --new-tenant makes one' : `there are: ${known.join(', ')}`
  throw new UsageError(
    slug === undefined
      ? `say whose: give --tenant or set OMNISTREAM_TENANT (${there})`
      : `there is no tenant "${slug}" (${there})`,
  )
}
