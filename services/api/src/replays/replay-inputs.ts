import { z } from '@hono/zod-openapi'
import { parseStates } from '../audit/audit-schema.ts'
import { instantInput, limitInput, placeInput, uuidInput, wordInput } from '../http/inputs.ts'
import { replayOutcomes } from './replay-schema.ts'

/** Audit rows that a run may name one by one. */
export const auditIdsMax = 1_000

/** The engine takes RFC 9562 UUIDs alone. */
const idInput = (what: string) => uuidInput(what).pipe(z.uuid({ error: 'must be a UUID' }))

const filterInput = z
  .strictObject({
    from: instantInput('Received at or after').optional(),
    to: instantInput('Received before').optional(),
    channel: wordInput('Channel, such as `whatsapp`').optional(),
    account: idInput('Channel account').optional(),
    state: z.enum(parseStates).optional().openapi({ description: 'How parsing ended' }),
    parser_version_lt: z
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1)
      .optional()
      .openapi({ description: 'Last parsed by an older parser than this' }),
    audit_ids: z.array(idInput('Audit row')).min(1).max(auditIdsMax).optional(),
  })
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
    error:
      'must say what to replay: give at least one of from, to, channel, account, state, parser_version_lt, audit_ids',
  })
  .refine((filter) => filter.from === undefined || filter.to === undefined || filter.from < filter.to, {
    error: 'must be before `to`',
    path: ['from'],
  })
  .transform(({ from, to, ...rest }) => ({
    ...rest,
    ...(from === undefined ? {} : { from: from.toISOString() }),
    ...(to === undefined ? {} : { to: to.toISOString() }),
  }))
  .openapi('ReplayFilterInput')

export const createReplayInput = z
  .strictObject({
    filter: filterInput,
    dry_run: z
      .boolean()
      .default(false)
      .openapi({ description: 'Report what would change and change nothing' }),
    side_effects: z
      .boolean()
      .default(false)
      .openapi({ description: 'Send events and outbound webhooks for what changes' }),
    rate_per_second: z
      .number()
      .positive()
      .max(100_000)
      .optional()
      .openapi({ description: 'Webhooks per second at most' }),
  })
  .refine((input) => !(input.dry_run && input.side_effects), {
    error: 'a dry run has no side effects',
    path: ['side_effects'],
  })
  .openapi('CreateReplay')

export const listReplaysInput = z.strictObject({
  before: placeInput('replays', '`page.next` of another page').optional(),
  limit: limitInput(20, 100),
})

export const reportInput = z.strictObject({
  outcome: z
    .enum([...replayOutcomes, 'unchanged', 'still_failing', 'ignored', 'unrouted'])
    .optional()
    .openapi({
      description: 'Only webhooks with such an item, and of their items only these',
    }),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, { error: 'is not a cursor of this report' })
    .optional()
    .openapi({ description: '`page.next` of the page before' }),
  limit: limitInput(50, 200),
})
