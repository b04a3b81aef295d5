import { z } from '@hono/zod-openapi'
import {
  cursorInput,
  deliveryStatuses,
  endpointIdInput,
  eventTypeInput,
  forwardError,
  isForward,
  messageIdInput,
  pageInput,
  rangeInput,
} from './webhook-inputs.ts'

export const listDeliveriesInput = z
  .strictObject({
    endpoint: endpointIdInput.optional(),
    message: messageIdInput.optional(),
    status: z.enum(deliveryStatuses).optional(),
    ...rangeInput,
    ...pageInput,
  })
  .refine(isForward, forwardError)

export const replayDeliveriesInput = z
  .strictObject({
    endpoint: endpointIdInput.optional(),
    status: z.enum(['failed', 'succeeded']).default('failed'),
    event_types: z.array(eventTypeInput).min(1).max(50).optional(),
    ...rangeInput,
    dry_run: z
      .boolean()
      .default(false)
      .openapi({ description: 'Count what would be delivered again, and change nothing' }),
    cursor: cursorInput.optional().openapi({ description: '`next` of the step before' }),
  })
  .refine((input) => input.endpoint !== undefined || input.from !== undefined, {
    error: 'must say what to replay: give endpoint or from',
  })
  .refine(isForward, forwardError)
  .openapi('ReplayWebhookDeliveries')
