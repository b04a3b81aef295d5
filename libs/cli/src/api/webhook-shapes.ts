import { z } from 'zod'

/** The parts of the API's outgoing webhooks that the command reads. */
const page = z.object({ next: z.string().nullable() })

export const endpoint = z.looseObject({
  ...{ id: z.string(), url: z.string(), description: z.string().nullable() },
  event_types: z.array(z.string()).nullable(),
  ...{ disabled: z.boolean(), disabled_reason: z.string().nullable() },
  ...{ failing_since: z.string().nullable(), paused_at: z.string().nullable() },
  ...{ rate_limit: z.number().nullable(), previous_secret_expires_at: z.string().nullable() },
  ...{ created_at: z.string(), updated_at: z.string() },
})

export const endpointWithSecret = endpoint.extend({ secret: z.string() })
export const endpointPage = z.looseObject({ data: z.array(endpoint), page })

export const sentMessage = z.looseObject({
  ...{ id: z.string(), event_type: z.string(), idempotency_key: z.string().nullable() },
  created_at: z.string(),
})

export const sentMessagePage = z.looseObject({ data: z.array(sentMessage), page })

export const delivery = z.looseObject({
  ...{ id: z.string(), message_id: z.string(), endpoint_id: z.string(), event_type: z.string() },
  ...{ status: z.enum(['pending', 'delivering', 'succeeded', 'failed']), held: z.boolean() },
  ...{ attempt_count: z.number(), next_attempt_at: z.string().nullable() },
  ...{ last_error: z.string().nullable(), created_at: z.string(), updated_at: z.string() },
})

export const deliveryPage = z.looseObject({ data: z.array(delivery), page })

export const deliveryDetail = delivery.extend({
  attempts: z.array(
    z.looseObject({
      ...{ attempt_number: z.number(), status_code: z.number().nullable(), error: z.string().nullable() },
      ...{ response_body: z.string().nullable(), duration_ms: z.number(), created_at: z.string() },
    }),
  ),
})

export const step = z.looseObject({ count: z.number(), next: z.string().nullable() })

export type Endpoint = z.infer<typeof endpoint>
export type EndpointWithSecret = z.infer<typeof endpointWithSecret>
export type SentMessage = z.infer<typeof sentMessage>
export type Delivery = z.infer<typeof delivery>
export type DeliveryDetail = z.infer<typeof deliveryDetail>
