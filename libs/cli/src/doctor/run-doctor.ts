import { errorCode } from '@omnistream/common'
import { collections, createUuidCodec, type Mongo } from '@omnistream/mongo'
import { legacyBinary, uuidToBinary } from '@omnistream/mongo/uuid'
import { listTenants, type Pool } from '@omnistream/postgres'
import type { CliConfig } from '../settings/cli-config.ts'
import type { AuditScan } from './audit-scan.ts'
import { checkBus } from './check-bus.ts'
import { checkFlow } from './check-flow.ts'
import { checkIdentities } from './check-identities.ts'
import { checkIndexes } from './check-indexes.ts'
import { checkMessages } from './check-messages.ts'
import { checkParsing } from './check-parsing.ts'
import { checkRejections } from './check-rejections.ts'
import { checkRetention } from './check-retention.ts'
import type { Finding } from './finding.ts'
import { openServers } from './open-servers.ts'

type Check = { name: string; run(): Promise<Finding[]> }

/** Looks at everything that the troubleshooting table of seed 003 tells people to look at, and a little more. */
export async function runDoctor(config: CliConfig, now: Date): Promise<Finding[]> {
  const servers = await openServers(config)
  try {
    const findings = [...servers.findings]
    const checks: Check[] = []
    if (servers.mongo !== undefined)
      checks.push(...(await mongoChecks(servers.mongo, servers.pool, config, now)))
    const { bus } = servers
    if (bus !== undefined) checks.push({ name: 'bus', run: () => checkBus(bus, config.BUS_PREFIX) })
    for (const check of checks) findings.push(...(await attempt(check)))
    return findings
  } finally {
    await servers.close()
  }
}

async function mongoChecks(
  mongo: Mongo,
  pool: Pool | undefined,
  config: CliConfig,
  now: Date,
): Promise<Check[]> {
  const store = collections(mongo.db)
  const uuids = createUuidCodec({ subtype: config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4, mixed: true })
  const scan: AuditScan = { audit: store.webhookAudit, owners: await ownersOf(pool) }
  const days = config.WEBHOOK_AUDIT_RETENTION_DAYS
  return [
    { name: 'indexes', run: () => checkIndexes(mongo.db, days) },
    { name: 'parsing', run: () => checkParsing(scan) },
    { name: 'payloads without messages', run: () => checkMessages(scan, store.messages, uuids) },
    { name: 'flow', run: () => checkFlow(scan, now) },
    { name: 'retention', run: () => checkRetention(scan, days, now) },
    { name: 'identities', run: () => checkIdentities(mongo.db, store.messages) },
    { name: 'refused webhooks', run: () => checkRejections(store.webhookRejections, now) },
  ]
}

/** The tenants' ids in every form they may be stored in; without PostgreSQL, only rows of no tenant are looked at. */
async function ownersOf(pool: Pool | undefined): Promise<AuditScan['owners']> {
  if (pool === undefined) return [null]
  try {
    const tenants = await listTenants(pool)
    return [
      ...tenants.flatMap(({ id }) => [uuidToBinary(id, 4), uuidToBinary(id, 0), legacyBinary(id)]),
      null,
    ]
  } catch {
    // No tables yet: nothing was ever started on this database.
    return [null]
  }
}

/** A check that cannot be made says so and does not keep the others from being made. */
async function attempt(check: Check): Promise<Finding[]> {
  try {
    return await check.run()
  } catch (error) {
    const code = errorCode(error)
    const why =
      code === '50' ? 'it took too long' : (code ?? (error instanceof Error ? error.message : 'failed'))
    return [{ check: check.name, state: 'skipped', what: `could not be looked at: ${why}` }]
  }
}
