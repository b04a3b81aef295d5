import { z } from '@hono/zod-openapi'
import { instantInput, limitInput, placeInput, uuidInput, wordInput } from '../http/inputs.ts'
import { parseStates, signatureStatuses } from './audit-schema.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Days a statistic may span. */
export const statsDaysMax = 366

const statsDaysDefault = 30

export const auditListInput = z
  .strictObject({
    channel: wordInput('Channel, such as `whatsapp`').optional(),
    account: uuidInput('Channel account').optional(),
    state: z.enum(parseStates).optional().openapi({ description: 'How parsing ended' }),
    signature: z.enum(signatureStatuses).optional(),
    from: instantInput('Received at or after').optional(),
    to: instantInput('Received before').optional(),
    before: placeInput('audit', '`page.next` of another page: what is older').optional(),
    after: placeInput('audit', '`page.prev` of another page: what is newer').optional(),
    limit: limitInput(50, 100),
  })
  .refine((input) => input.before === undefined || input.after === undefined, {
    error: 'give before or after, not both',
    path: ['after'],
  })

/** Both ends are optional: the last 30 days. */
export const auditStatsInput = z
  .strictObject({
    from: instantInput('Received at or after; 30 days before `to` where absent').optional(),
    to: instantInput('Received before; now where absent').optional(),
  })
  .refine((input) => spanMs(input) <= statsDaysMax * dayMs, {
    error: `a statistic may span at most ${statsDaysMax} days`,
    path: ['from'],
  })
  .refine((input) => spanMs(input) > 0, { error: 'must be before `to`', path: ['from'] })

/** The range that a statistic is about. */
export function statsRange(
  input: { from?: Date | undefined; to?: Date | undefined },
  now: Date,
): { from: Date; to: Date } {
  const to = input.to ?? now
  return { from: input.from ?? new Date(to.getTime() - statsDaysDefault * dayMs), to }
}

function spanMs(input: { from?: Date | undefined; to?: Date | undefined }): number {
  const { from, to } = statsRange(input, new Date())
  return to.getTime() - from.getTime()
}
