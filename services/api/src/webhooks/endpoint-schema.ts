import { z } from '@hono/zod-openapi'
import type { Endpoint } from '@omnistream/hookgres'
import { timeOutput } from '../http/outputs.ts'

const endpointFields = {
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(z.string()).nullable().openapi({ description: 'null for all' }),
  metadata: z.record(z.string(), z.unknown()),
  disabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  failing_since: timeOutput.nullable().openapi({ description: 'Since when there were nothing but failures' }),
  paused_at: timeOutput.nullable().openapi({ description: 'Deliveries are held from then on' }),
  rate_limit: z.number().int().nullable().openapi({ description: 'Requests a second at most' }),
  previous_secret_expires_at: timeOutput
    .nullable()
    .openapi({ description: 'Until when the secret before the last rotation signs too' }),
  created_at: timeOutput,
  updated_at: timeOutput,
}

export const endpointSchema = z.object(endpointFields).openapi('WebhookEndpoint')

export const endpointWithSecretSchema = z
  .object({ ...endpointFields, secret: z.string().openapi({ description: 'Shown this once' }) })
  .openapi('WebhookEndpointWithSecret')

export const endpointListSchema = z
  .object({ data: z.array(endpointSchema), page: z.object({ next: z.string().nullable() }) })
  .openapi('WebhookEndpointList')

export type EndpointJson = z.infer<typeof endpointSchema>

/** Without any secret: the library does not give them along. */
export const endpointJson = (endpoint: Endpoint): EndpointJson => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  event_types: endpoint.eventTypes,
  metadata: endpoint.metadata,
  disabled: endpoint.disabled,
  disabled_reason: endpoint.disabledReason,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  paused_at: endpoint.pausedAt?.toISOString() ?? null,
  rate_limit: endpoint.rateLimit,
  previous_secret_expires_at: endpoint.previousSecretExpiresAt?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
})
