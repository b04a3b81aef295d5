import { z } from '@hono/zod-openapi'
import { tenantEventTypes } from '@omnistream/bus/envelope'
import { instantInput } from '../http/inputs.ts'
import { testEventType } from './event-types.ts'
import { cursorInput, forwardError, isForward } from './webhook-inputs.ts'

const knownTypes = [...tenantEventTypes, testEventType] as const

const fields = {
  url: z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(2_048, { error: 'must have at most 2,048 characters' })
    .openapi({ description: 'http or https, of a public host unless the operator allows others' }),
  description: z.string().max(500, { error: 'must have at most 500 characters' }).nullable(),
  event_types: z
    .array(z.enum(knownTypes, { error: `must be one of ${tenantEventTypes.join(', ')}` }))
    .min(1, { error: 'must name a type; null stands for all' })
    .transform((types) => [...new Set(types)])
    .nullable()
    .openapi({ description: 'null for all, those that come later too' }),
  metadata: z.record(z.string(), z.unknown()).openapi({ description: 'Yours; sent nowhere' }),
  rate_limit: z
    .number()
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(10_000, { error: 'must be at most 10,000' })
    .nullable()
    .openapi({ description: 'Requests a second at most; null for no limit' }),
}

const secretInput = z
  .string()
  .max(256, { error: 'must have at most 256 characters' })
  .openapi({ description: '`whsec_` and base64 of 24 to 64 bytes; made where it is left out' })

export const createEndpointInput = z
  .strictObject({
    url: fields.url,
    description: fields.description.optional(),
    event_types: fields.event_types.optional(),
    metadata: fields.metadata.optional(),
    rate_limit: fields.rate_limit.optional(),
    secret: secretInput.optional(),
  })
  .openapi('CreateWebhookEndpoint')

export const changeEndpointInput = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'must change something: url, description, event_types, metadata or rate_limit',
  })
  .openapi('ChangeWebhookEndpoint')

export const disableEndpointInput = z
  .strictObject({ reason: z.string().min(1).max(500, { error: 'must have at most 500 characters' }) })
  .openapi('DisableWebhookEndpoint')

const day = 24 * 60 * 60

export const rotateSecretInput = z
  .strictObject({
    overlap_seconds: z
      .number()
      .int({ error: 'must be a whole number' })
      .min(0, { error: 'must be at least 0' })
      .max(30 * day, { error: 'must be at most 30 days' })
      .default(day)
      .openapi({ description: 'How long the old secret signs besides the new one' }),
    secret: secretInput.optional(),
  })
  .openapi('RotateWebhookSecret')

export const sendMissedInput = z
  .strictObject({
    from: instantInput('Sent at or after'),
    to: instantInput('Sent before; now where it is left out').optional(),
    cursor: cursorInput.optional(),
  })
  .refine(isForward, forwardError)
  .openapi('SendMissedWebhooks')
