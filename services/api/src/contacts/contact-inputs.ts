import { z } from '@hono/zod-openapi'
import { limitInput, uuidInput } from '../http/inputs.ts'

/** PostgreSQL holds no NUL, and no half of a character. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const textInput = (max: number, what: string) =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })
    .refine(storable, { error: 'must be text' })
    .openapi({ description: what })

export const listContactsInput = z
  .strictObject({
    identity: textInput(
      512,
      'A phone number, user id, user name or address, in full; numbers in either spelling',
    ).optional(),
    name: textInput(64, 'How the name begins, in any case').optional(),
    cursor: z.string().max(600).optional().openapi({ description: '`page.next` of the page before' }),
    limit: limitInput(50, 100),
  })
  .refine((input) => input.identity === undefined || input.name === undefined, {
    error: 'give identity or name, not both',
    path: ['name'],
  })

export const mergeContactInput = z.strictObject({
  into: uuidInput('The contact that stays'),
  reason: textInput(500, 'Why, for whoever looks at it later').optional(),
})
