import { z } from '@hono/zod-openapi'
import { parseQuery, queryCharsMax, queryWordsMax, type SearchQuery } from '@omnistream/mongo/search/query'
import { instantInput, limitInput, uuidInput, wordInput } from '../http/inputs.ts'

const reasons = {
  too_short: 'must have a word of two characters, a character of a script without spaces, or an emoji',
  only_negations: 'must say something to look for besides what to leave out',
  too_long: `must have at most ${queryCharsMax} characters`,
  too_many_words: `must have at most ${queryWordsMax} words`,
}

const description =
  'Words that must all appear, in any case and with or without accents; the last may be the beginning of a word. ' +
  '`"quoted words"` must appear side by side, `-word` and `-"quoted words"` must not appear.'

const queryInput = z
  .string()
  .transform((text, context): SearchQuery => {
    const parsed = parseQuery(text)
    if (parsed.ok) return parsed.query
    context.issues.push({ code: 'custom', message: reasons[parsed.reason], input: text })
    return z.NEVER
  })
  .openapi({ type: 'string', description, example: 'order "blue shirt" -refund' })

export const searchInput = z
  .strictObject({
    q: queryInput,
    channel: wordInput('Channel, such as `whatsapp`').optional(),
    account: uuidInput('Channel account').optional(),
    conversation: uuidInput('Conversation').optional(),
    direction: z.enum(['inbound', 'outbound']).optional(),
    type: wordInput('Message type, such as `image`').optional(),
    from: instantInput('Written at or after').optional(),
    to: instantInput('Written before').optional(),
    sort: z.enum(['newest', 'relevance']).default('newest'),
    cursor: z
      .string()
      .max(200)
      .optional()
      .openapi({ description: '`page.next` of the page before, same `sort`' }),
    limit: limitInput(20, 100),
  })
  .refine((input) => input.from === undefined || input.to === undefined || input.from < input.to, {
    error: 'must be before `to`',
    path: ['from'],
  })
