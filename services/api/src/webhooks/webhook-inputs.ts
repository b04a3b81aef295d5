import { z } from '@hono/zod-openapi'
import { instantInput, limitInput } from '../http/inputs.ts'

const hookId = (prefix: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), { error: `must be ${prefix}_ followed by 32 hex digits` })
    .openapi({ description: what })

export const endpointIdInput = hookId('ep', 'Endpoint')
export const messageIdInput = hookId('msg', 'Message: the `webhook-id` that receivers see')
export const deliveryIdInput = hookId('dlv', 'Delivery')

/** The text is the library's own; it is judged where it is used. */
export const cursorInput = z
  .string()
  .regex(/^[\x21-\x7e]{1,512}$/, { error: 'is not a cursor of this list' })
  .openapi({ description: '`page.next` of the page before' })

export const pageInput = { cursor: cursorInput.optional(), limit: limitInput(50, 200) }

export const rangeInput = {
  from: instantInput('Made at or after').optional(),
  to: instantInput('Made before').optional(),
}

type Range = { from?: Date | undefined; to?: Date | undefined }

/** For inputs with `from` and `to`. */
export const isForward = ({ from, to }: Range): boolean => from === undefined || to === undefined || from < to
export const forwardError = { error: 'must be before `to`', path: ['from'] }

/** A type of event as the library takes it. */
export const eventTypeInput = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:/-]{0,127}$/, { error: 'must be a type of event, such as message.created' })

export const deliveryStatuses = ['pending', 'delivering', 'succeeded', 'failed'] as const
