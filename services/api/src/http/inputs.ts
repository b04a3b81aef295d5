import { z } from '@hono/zod-openapi'
import { type CursorKind, decodeCursor, type Place } from './cursor.ts'

/** Building blocks of the API's own inputs: strict, and each with one sentence that says what is wrong. */

export const uuidInput = (what: string) =>
  z
    .guid({ error: 'must be a UUID' })
    .transform((text) => text.toLowerCase())
    .openapi({ type: 'string', format: 'uuid', description: what })

/** RFC 3339 with a zone, or a date alone (midnight UTC). */
export const instantInput = (what: string) =>
  z
    .string()
    .transform((text, context) => {
      const shape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
      const instant = new Date(text)
      if (shape && !Number.isNaN(instant.getTime())) return instant
      context.issues.push({
        code: 'custom',
        message: 'must be an RFC 3339 time with a zone, such as 2026-08-01T00:00:00Z, or a date',
        input: text,
      })
      return z.NEVER
    })
    .openapi({ type: 'string', format: 'date-time', description: what })

export const limitInput = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(1, { error: 'must be at least 1' })
        .max(max, { error: `must be at most ${max}` }),
    )
    .default(fallback)
    .openapi({ type: 'integer', minimum: 1, maximum: max, default: fallback, description: 'Items to a page' })

export const placeInput = (kind: CursorKind, what: string) =>
  z
    .string()
    .transform((text, context): Place => {
      const place = decodeCursor(kind, text, { places: 1 })?.places[0]
      if (place !== undefined) return place
      context.issues.push({ code: 'custom', message: 'is not a cursor of this list', input: text })
      return z.NEVER
    })
    .openapi({ type: 'string', description: what })

export const wordInput = (what: string) =>
  z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, { error: 'must be a lowercase word' })
    .openapi({ description: what })

/** For routes without query parameters: an unknown one is refused, not ignored. */
export const noQuery = z.strictObject({})
