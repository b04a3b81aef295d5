import { z } from '@hono/zod-openapi'
import { idOutput, timeOutput } from '../http/outputs.ts'

const identitySchema = z.object({ kind: z.string(), value: z.string() })

const contactFields = {
  id: idOutput,
  account_id: idOutput,
  channel: z.string(),
  name: z.string().nullable(),
  identities: z
    .array(identitySchema)
    .openapi({ description: 'As the channel wrote them; a merged contact has none of its own' }),
  merged_into: idOutput.nullable().openapi({ description: 'The contact that it is part of now' }),
  first_seen_at: timeOutput,
  last_seen_at: timeOutput,
}

export const contactMergeSchema = z
  .object({
    id: idOutput,
    from: idOutput,
    into: idOutput,
    cause: z.enum(['automatic', 'manual']),
    evidence: z
      .array(identitySchema)
      .openapi({ description: 'The identities that were seen together; empty where a person merged' }),
    reason: z.string().nullable(),
    created_by: z.string().nullable(),
    merged_at: timeOutput,
    undone_at: timeOutput.nullable(),
    undone_by: z.string().nullable(),
  })
  .openapi('ContactMerge')

export const contactSchema = z.object(contactFields).openapi('Contact')

export const contactDetailSchema = z
  .object({
    ...contactFields,
    merges: z.array(contactMergeSchema).openapi({ description: 'Newest first, the newest 100' }),
    conversations: z
      .array(
        z.object({
          id: idOutput,
          status: z.enum(['open', 'resolved']),
          unread_count: z.number().int(),
          last_message_at: timeOutput,
        }),
      )
      .openapi({ description: 'Direct ones, newest message first, the newest 100' }),
  })
  .openapi('ContactDetail')

export const contactListSchema = z
  .object({
    data: z.array(contactSchema),
    page: z.object({
      next: z.string().nullable().openapi({ description: 'Pass as `cursor` for the next page' }),
    }),
  })
  .openapi('ContactList')

export type ContactJson = z.infer<typeof contactSchema>
export type ContactDetailJson = z.infer<typeof contactDetailSchema>
export type ContactMergeJson = z.infer<typeof contactMergeSchema>
