import { z } from '@hono/zod-openapi'

/** RFC 9457. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().optional(),
    request_id: z.string().optional(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .openapi('Problem')

export const idOutput = z.string().openapi({ format: 'uuid' })
export const timeOutput = z.string().openapi({ format: 'date-time' })

/** Both ways through a list: `next` is further down it (older), `prev` further up; null where nothing is known there. */
export const pageSchema = z
  .object({
    next: z.string().nullable().openapi({ description: 'Cursor to pass as `before` for older items' }),
    prev: z
      .string()
      .nullable()
      .openapi({ description: 'Cursor to pass as `after` for newer items, those that come later too' }),
  })
  .openapi('Page')

const problemContent = { 'application/problem+json': { schema: problemSchema } }

const described: Record<number, string> = {
  400: 'A parameter is not valid; `errors` names each',
  401: 'No good API key',
  403: 'The API key lacks the scope',
  404: 'There is no such thing for this tenant',
  409: 'Its state does not allow this',
  416: 'Nothing of the range is there',
  422: 'The body is not valid; `errors` names each problem',
  503: 'A database cannot be reached; Retry-After says when to try again',
  504: 'The query was stopped at its time budget',
}

/** The problem answers of a route, by status. */
export function problems<const Status extends number>(...statuses: Status[]) {
  const entries = [...statuses, 401, 403, 503].map((status) => [
    status,
    { description: described[status] ?? 'Problem', content: problemContent },
  ])
  return Object.fromEntries(entries) as Record<
    Status | 401 | 403 | 503,
    { description: string; content: typeof problemContent }
  >
}

/** A JSON answer. */
export function ok<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

/** Every route of the API asks for a key. */
export const secured = [{ ApiKey: [] }]
