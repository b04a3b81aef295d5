import { generateWebhookSecret } from '@omnistream/delivery'
import type { Context } from '../hookgres-context.ts'
import { type NotFound, notFound, type TenantKey } from '../outcomes.ts'
import { checkEndpoint, type InvalidEndpoint } from './check-endpoint.ts'
import type { EndpointWithSecret } from './create-endpoint.ts'
import { type Endpoint, endpointColumns } from './endpoint.ts'

export type RotateOptions = {
  /** How long the old secret signs too, ms; a day where left out, 0 for not at all (it has leaked). */
  overlapMs?: number | undefined
  /** In place of a new random one. */
  secret?: string | undefined
}

export type EndpointSecrets = {
  secret: string
  /** The one before, while it still signs. */
  previousSecret: string | null
  previousSecretExpiresAt: Date | null
}

const overlapDefaultMs = 24 * 60 * 60 * 1_000

/** A new secret. During the overlap both sign, so that the receiver can change in its own time. */
export async function rotateSecret(
  { pool, tables, guard }: Context,
  { tenantId, id }: TenantKey,
  options: RotateOptions = {},
): Promise<EndpointWithSecret | NotFound | InvalidEndpoint> {
  const { overlapMs = overlapDefaultMs, secret = generateWebhookSecret() } = options
  const problem = checkEndpoint({ secret }, guard)
  if (problem) return problem
  const { rows } = await pool.query<Endpoint>(
    `update ${tables.endpoints} set secret = $3, updated_at = now(),
      previous_secret = case when $4::float8 > 0 then secret end,
      previous_secret_expires_at = case when $4::float8 > 0 then now() + $4::float8 * interval '1 ms' end
    where id = $1 and tenant_id = $2 returning ${endpointColumns}`,
    [id, tenantId, secret, overlapMs],
  )
  return rows[0] === undefined ? notFound : { ok: true, endpoint: rows[0], secret }
}

/** What the tenant's receiver verifies with: the very secrets that sign (lessons #43). */
export async function getSecret(
  { pool, tables }: Context,
  { tenantId, id }: TenantKey,
): Promise<EndpointSecrets | undefined> {
  const { rows } = await pool.query<EndpointSecrets>(
    `select secret, case when previous_secret_expires_at > now() then previous_secret end as "previousSecret",
      case when previous_secret_expires_at > now() then previous_secret_expires_at end as "previousSecretExpiresAt"
    from ${tables.endpoints} where id = $1 and tenant_id = $2`,
    [id, tenantId],
  )
  return rows[0]
}
