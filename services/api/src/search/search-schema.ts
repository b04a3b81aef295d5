import { z } from '@hono/zod-openapi'
import { messageSchema } from '../messages/message-schema.ts'

const snippetSchema = z
  .object({
    field: z.string().openapi({ example: 'content.body' }),
    text: z.string().openapi({ description: "A piece of the message's own text: plain, never markup" }),
    start: z.number().int().openapi({ description: 'Where the piece begins in the field' }),
    ranges: z
      .array(z.object({ start: z.number().int(), end: z.number().int() }))
      .openapi({ description: 'What to mark in the piece; half-open, UTF-16 units' }),
    cut_before: z.boolean(),
    cut_after: z.boolean(),
  })
  .openapi('Snippet')

export const searchSchema = z
  .object({
    data: z.array(
      z.object({
        message: messageSchema,
        snippets: z.array(snippetSchema),
        score: z.number().nullable().openapi({ description: 'With `sort=relevance`' }),
      }),
    ),
    page: z.object({ next: z.string().nullable().openapi({ description: 'Cursor of the following page' }) }),
    complete: z.boolean().openapi({
      description:
        'false where the bound on what one request examines was reached: by newest, go on with `page.next`; by relevance, older messages were not ranked',
    }),
  })
  .openapi('SearchResult')

export type SearchJson = z.infer<typeof searchSchema>
