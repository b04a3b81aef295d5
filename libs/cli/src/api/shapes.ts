import { z } from 'zod'

/** The parts of the API's answers that the command reads; whatever else they hold is passed on as it is. */

const page = z.object({ next: z.string().nullable() })

export const message = z.looseObject({
  id: z.string(),
  external_id: z.string(),
  content: z.looseObject({
    body: z.string().optional(),
    caption: z.string().optional(),
    text: z.string().optional(),
  }),
  created_at: z.string().nullable(),
})

export const searchPage = z.looseObject({ data: z.array(z.looseObject({ message })), page })

export const messagePage = z.looseObject({ data: z.array(message), page })

export const conversationPage = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), last_message_at: z.string() })),
  page,
})

export const replay = z.looseObject({
  id: z.string(),
  status: z.enum(['pending', 'running', 'paused', 'done', 'cancelled', 'failed']),
  dry_run: z.boolean(),
  side_effects: z.boolean(),
  filter: z.record(z.string(), z.unknown()),
  rate_per_second: z.number().nullable(),
  progress: z.looseObject({
    total: z.number().nullable(),
    published: z.number(),
    processed: z.number(),
  }),
  counts: z.record(z.string(), z.number()),
  error: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const replayPage = z.looseObject({ data: z.array(replay), page })

export const reportRow = z.looseObject({
  audit_id: z.string(),
  dry_run: z.boolean(),
  counts: z.record(z.string(), z.number()),
  settled: z.boolean(),
  error: z.string().nullable(),
  items: z.array(
    z.looseObject({
      path: z.string(),
      outcome: z.string(),
      kind: z.string(),
      external_id: z.string().nullable(),
      diff: z.array(
        z.looseObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
      ),
      error: z.string().nullable(),
    }),
  ),
})

export const reportPage = z.looseObject({ data: z.array(reportRow), page })

export const auditRow = z.looseObject({
  id: z.string(),
  received_at: z.string(),
  channel: z.string(),
  account_id: z.string().nullable(),
  body_bytes: z.number(),
  signature_status: z.string(),
  published_at: z.string().nullable(),
  parse: z.looseObject({
    state: z.string(),
    version: z.number().nullable(),
    counts: z.record(z.string(), z.number()).nullable(),
    error: z.string().nullable(),
    failures: z.array(z.looseObject({ path: z.string(), error: z.string() })),
  }),
})

export const auditPage = z.looseObject({ data: z.array(auditRow), page })

export const auditDetail = auditRow.extend({
  method: z.string(),
  url: z.string(),
  account_key: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body_base64: z.string(),
  body_text: z.string().nullable(),
})

export type Replay = z.infer<typeof replay>
export type ReportRow = z.infer<typeof reportRow>
export type AuditRow = z.infer<typeof auditRow>
export type AuditDetail = z.infer<typeof auditDetail>
