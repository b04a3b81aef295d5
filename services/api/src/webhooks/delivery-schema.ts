import { z } from '@hono/zod-openapi'
import type { Attempt, Delivery, Message } from '@omnistream/hookgres'
import { timeOutput } from '../http/outputs.ts'
import { deliveryStatuses } from './webhook-inputs.ts'

const page = z.object({ next: z.string().nullable() })

const messageFields = {
  id: z.string().openapi({ description: 'The `webhook-id` that receivers see' }),
  event_type: z.string(),
  idempotency_key: z.string().nullable(),
  created_at: timeOutput,
}

export const webhookMessageSchema = z.object(messageFields).openapi('WebhookMessage')

export const webhookMessageDetailSchema = z
  .object({ ...messageFields, payload: z.unknown().openapi({ description: '`data` of what is sent' }) })
  .openapi('WebhookMessageDetail')

export const webhookMessageListSchema = z
  .object({ data: z.array(webhookMessageSchema), page })
  .openapi('WebhookMessageList')

const deliveryFields = {
  id: z.string(),
  message_id: z.string(),
  endpoint_id: z.string(),
  event_type: z.string(),
  status: z.enum(deliveryStatuses),
  held: z.boolean().openapi({ description: 'It waits for its endpoint to be resumed' }),
  attempt_count: z.number().int().openapi({ description: 'Attempts begun; from 0 again after a replay' }),
  next_attempt_at: timeOutput.nullable(),
  last_error: z.string().nullable(),
  created_at: timeOutput,
  updated_at: timeOutput,
}

export const attemptSchema = z
  .object({
    id: z.string(),
    delivery_id: z.string(),
    attempt_number: z.number().int(),
    status_code: z.number().int().nullable().openapi({ description: 'null where there was no answer' }),
    response_body: z.string().nullable().openapi({ description: 'Its first 4,096 characters' }),
    error: z.string().nullable(),
    duration_ms: z.number().int(),
    created_at: timeOutput,
  })
  .openapi('WebhookAttempt')

export const attemptListSchema = z
  .object({ data: z.array(attemptSchema), page })
  .openapi('WebhookAttemptList')

export const deliverySchema = z.object(deliveryFields).openapi('WebhookDelivery')

export const deliveryDetailSchema = z
  .object({
    ...deliveryFields,
    attempts: z.array(attemptSchema).openapi({ description: 'The newest; `…/attempts` has all' }),
  })
  .openapi('WebhookDeliveryDetail')

export const deliveryListSchema = z
  .object({ data: z.array(deliverySchema), page })
  .openapi('WebhookDeliveryList')

export const deliveryStepSchema = z
  .object({
    count: z.number().int().openapi({ description: 'Deliveries that this step put in' }),
    next: z.string().nullable().openapi({ description: '`cursor` of the next step; null at the end' }),
  })
  .openapi('WebhookStep')

export type DeliveryJson = z.infer<typeof deliverySchema>

export const messageJson = (message: Message): z.infer<typeof webhookMessageSchema> => ({
  id: message.id,
  event_type: message.eventType,
  idempotency_key: message.idempotencyKey,
  created_at: message.createdAt.toISOString(),
})

export const deliveryJson = (delivery: Delivery): DeliveryJson => ({
  id: delivery.id,
  message_id: delivery.messageId,
  endpoint_id: delivery.endpointId,
  event_type: delivery.eventType,
  status: delivery.status,
  held: delivery.held,
  attempt_count: delivery.attemptCount,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  last_error: delivery.lastError,
  created_at: delivery.createdAt.toISOString(),
  updated_at: delivery.updatedAt.toISOString(),
})

export const attemptJson = (attempt: Attempt): z.infer<typeof attemptSchema> => ({
  id: attempt.id,
  delivery_id: attempt.deliveryId,
  attempt_number: attempt.attemptNumber,
  status_code: attempt.statusCode,
  response_body: attempt.responseBody,
  error: attempt.error,
  duration_ms: attempt.durationMs,
  created_at: attempt.createdAt.toISOString(),
})
