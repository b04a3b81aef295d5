import { generateWebhookSecret } from '@omnistream/delivery'
import type { Context } from '../hookgres-context.ts'
import { checkEndpoint, type EndpointInput, type InvalidEndpoint } from './check-endpoint.ts'
import { type Endpoint, endpointColumns } from './endpoint.ts'

export type CreateEndpoint = EndpointInput
export type EndpointWithSecret = { ok: true; endpoint: Endpoint; secret: string }

/** A new endpoint of a tenant. Its secret is given here, at a rotation, and by `getSecret`; nowhere else. */
export async function createEndpoint(
  context: Context,
  input: CreateEndpoint,
): Promise<EndpointWithSecret | InvalidEndpoint> {
  const problem = checkEndpoint(input, context.guard)
  if (problem) return problem
  const { id, at } = context.nextId('ep')
  const secret = input.secret ?? generateWebhookSecret()
  const { rows } = await context.pool.query<Endpoint>(
    `insert into ${context.tables.endpoints}
      (id, tenant_id, url, description, event_types, metadata, rate_limit, secret, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${endpointColumns}`,
    [
      ...[id, input.tenantId, input.url, input.description ?? null, input.eventTypes ?? null],
      ...[JSON.stringify(input.metadata ?? {}), input.rateLimit ?? null, secret, new Date(at)],
    ],
  )
  const [endpoint] = rows
  if (endpoint === undefined) throw new Error('the endpoint was not stored')
  return { ok: true, endpoint, secret }
}
