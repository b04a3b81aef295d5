import { z } from '@hono/zod-openapi'
import { idOutput, pageSchema, timeOutput } from '../http/outputs.ts'

const tally = z.record(z.string(), z.number().int())

export const parseStates = ['pending', 'done', 'failed', 'unrouted'] as const
export const signatureStatuses = ['VALID', 'INVALID', 'NO_SIGNATURE', 'NO_SECRET'] as const

const parseSchema = z
  .object({
    state: z.enum(parseStates),
    parser: z.string().nullable(),
    version: z.number().int().nullable(),
    counts: tally
      .nullable()
      .openapi({ description: 'How its updates ended; `received` is the sum of the rest' }),
    ignored: z
      .array(z.object({ reason: z.string(), count: z.number().int() }))
      .openapi({ description: 'Why updates were ignored or unrouted' }),
    error: z.string().nullable(),
    failures: z.array(z.object({ path: z.string(), error: z.string() })),
    at: timeOutput.nullable(),
    attempts: z.number().int().nullable(),
  })
  .openapi('AuditParse')

export const auditRowSchema = z
  .object({
    id: idOutput,
    received_at: timeOutput,
    channel: z.string(),
    account_id: idOutput.nullable(),
    account_key: z.string().nullable(),
    method: z.string(),
    url: z.string().openapi({ description: 'Tokens in the query are masked' }),
    source_ip: z.string(),
    content_type: z.string().nullable(),
    body_bytes: z.number().int(),
    signature_status: z.enum(signatureStatuses),
    signature_detail: z.string().nullable(),
    request_id: z.string(),
    published_at: timeOutput.nullable(),
    parse: parseSchema,
  })
  .openapi('AuditRow')

export const auditDetailSchema = auditRowSchema
  .extend({
    headers: z
      .record(z.string(), z.string())
      .openapi({ description: 'Values that carry credentials are masked' }),
    body_base64: z.string(),
    body_text: z.string().nullable().openapi({ description: 'The body where it is valid UTF-8' }),
  })
  .openapi('AuditDetail')

export const auditListSchema = z
  .object({ data: z.array(auditRowSchema), page: pageSchema })
  .openapi('AuditList')

export const auditStatsSchema = z
  .object({
    from: timeOutput,
    to: timeOutput,
    data: z.array(
      z.object({
        day: z.string().openapi({ format: 'date', description: 'UTC' }),
        channel: z.string(),
        documents: z.number().int(),
        bytes: z.number().int(),
        failed: z.number().int(),
      }),
    ),
  })
  .openapi('AuditStats')

export type AuditRowJson = z.infer<typeof auditRowSchema>
export type AuditDetailJson = z.infer<typeof auditDetailSchema>
export type AuditStatsJson = z.infer<typeof auditStatsSchema>
