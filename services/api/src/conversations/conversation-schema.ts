import { z } from '@hono/zod-openapi'
import { idOutput, pageSchema, timeOutput } from '../http/outputs.ts'

export const conversationStatuses = ['open', 'resolved'] as const

export const conversationSchema = z
  .object({
    id: idOutput,
    account_id: idOutput,
    channel: z.string(),
    kind: z.enum(['direct', 'group']),
    name: z.string().nullable().openapi({ description: "A group's name" }),
    contact: z
      .object({
        id: idOutput,
        name: z.string().nullable(),
        identities: z.array(z.object({ kind: z.string(), value: z.string() })),
      })
      .nullable(),
    status: z.enum(conversationStatuses),
    unread_count: z.number().int(),
    read_at: timeOutput.nullable(),
    last_message_at: timeOutput,
    last_message_id: idOutput,
    last_message_preview: z.string().nullable(),
    merged_into: idOutput.nullable().openapi({ description: 'The conversation that has its messages now' }),
    created_at: timeOutput,
    updated_at: timeOutput,
  })
  .openapi('Conversation')

export const conversationListSchema = z
  .object({ data: z.array(conversationSchema), page: pageSchema })
  .openapi('ConversationList')

export type ConversationJson = z.infer<typeof conversationSchema>
