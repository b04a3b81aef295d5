import { z } from '@hono/zod-openapi'
import { parseStates } from '../audit/audit-schema.ts'
import { idOutput, timeOutput } from '../http/outputs.ts'

export const replayStatuses = ['pending', 'running', 'paused', 'done', 'cancelled', 'failed'] as const
export const replayOutcomes = ['new', 'changed', 'failing'] as const

export const replayFilterSchema = z
  .object({
    from: timeOutput.optional(),
    to: timeOutput.optional(),
    channel: z.string().optional(),
    account: idOutput.optional(),
    state: z.enum(parseStates).optional(),
    parser_version_lt: z.number().int().optional(),
    audit_ids: z.array(idOutput).optional(),
  })
  .openapi('ReplayFilter')

export const replaySchema = z
  .object({
    id: idOutput,
    status: z.enum(replayStatuses),
    dry_run: z.boolean(),
    side_effects: z.boolean(),
    filter: replayFilterSchema,
    rate_per_second: z.number().nullable(),
    progress: z.object({
      total: z.number().int().nullable().openapi({ description: 'null until it is known' }),
      published: z.number().int(),
      processed: z.number().int(),
      percent: z.number().nullable(),
    }),
    counts: z.record(z.string(), z.number()).openapi({ description: 'Messages by outcome' }),
    error: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: timeOutput,
    started_at: timeOutput.nullable(),
    finished_at: timeOutput.nullable(),
    updated_at: timeOutput,
  })
  .openapi('Replay')

export const replayListSchema = z
  .object({ data: z.array(replaySchema), page: z.object({ next: z.string().nullable() }) })
  .openapi('ReplayList')

const itemSchema = z.object({
  path: z.string().openapi({ description: 'JSON pointer into the webhook' }),
  outcome: z.enum(replayOutcomes),
  kind: z.string(),
  external_id: z.string().nullable(),
  message_id: idOutput.nullable(),
  diff: z.array(
    z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
  error: z.string().nullable(),
})

export const replayReportSchema = z
  .object({
    data: z.array(
      z.object({
        audit_id: idOutput,
        created_at: timeOutput,
        dry_run: z.boolean(),
        counts: z.record(z.string(), z.number().int()),
        settled: z.boolean().openapi({ description: 'false while it is still to be applied' }),
        error: z.string().nullable(),
        items: z
          .array(itemSchema)
          .openapi({ description: 'New, changed and newly failing; unchanged are only counted' }),
      }),
    ),
    page: z.object({ next: z.string().nullable() }),
  })
  .openapi('ReplayReport')

export type ReplayJson = z.infer<typeof replaySchema>
export type ReplayFilterJson = z.infer<typeof replayFilterSchema>
export type ReplayReportJson = z.infer<typeof replayReportSchema>
