import { z } from '@hono/zod-openapi'
import { idOutput, pageSchema, timeOutput } from '../http/outputs.ts'

const loose = z.record(z.string(), z.unknown())

export const contentSchema = z
  .object({
    body: z.string().optional().openapi({ description: 'The text of a text message' }),
    caption: z.string().optional().openapi({ description: 'The caption of a medium' }),
    text: z.string().optional().openapi({ description: 'The readable text of every other kind' }),
    media: z.array(loose).optional().openapi({
      description: 'With `media_id` and `state` (pending, stored, expired, failed) where media are kept',
    }),
    data: loose.optional().openapi({ description: "The kind's own structure" }),
  })
  .openapi('Content')

const statusTimes = z.record(z.string(), timeOutput)

export const messageSchema = z
  .object({
    id: idOutput,
    external_id: z.string(),
    conversation_id: idOutput.nullable(),
    contact_id: idOutput.nullable(),
    account_id: idOutput,
    channel: z.string(),
    direction: z.enum(['inbound', 'outbound']).nullable(),
    type: z.string().nullable(),
    native_type: z.string().nullable(),
    content: contentSchema,
    sender: z
      .object({
        name: z.string().nullable(),
        identities: z.array(z.object({ kind: z.string(), value: z.string() })),
      })
      .nullable(),
    context: loose.nullable().openapi({ description: 'What the message answers or forwards' }),
    referral: loose.nullable(),
    errors: z.array(loose),
    created_at: timeOutput.nullable().openapi({ description: "The provider's time" }),
    received_at: timeOutput.nullable(),
    updated_at: timeOutput,
    status: z.string().nullable(),
    status_times: statusTimes,
    status_details: z
      .record(z.string(), loose)
      .openapi({ description: 'What came along with each status: pricing, errors' }),
    recipients: z.array(z.object({ id: z.string(), status: z.string(), status_times: statusTimes })),
    reactions: z.array(
      z.object({ actor: z.string(), emoji: z.string(), at: timeOutput, external_id: z.string() }),
    ),
    edits: z.array(
      z.object({ external_id: z.string(), at: timeOutput, type: z.string(), content: contentSchema }),
    ),
    original: z.object({ type: z.string(), content: contentSchema }).nullable(),
    edited_at: timeOutput.nullable(),
    deleted_at: timeOutput.nullable(),
    source: z.enum(['live', 'echo', 'history']).nullable(),
    audit_id: idOutput.nullable().openapi({ description: 'The stored webhook this was read from' }),
    audit_path: z.string().nullable().openapi({ description: 'JSON pointer into that webhook' }),
    parser_version: z.number().int().nullable(),
  })
  .openapi('Message')

export const messageListSchema = z
  .object({ data: z.array(messageSchema), page: pageSchema })
  .openapi('MessageList')

export type MessageJson = z.infer<typeof messageSchema>
export type ContentJson = z.infer<typeof contentSchema>
