import { z } from '@hono/zod-openapi'
import { instantInput, limitInput, placeInput, uuidInput, wordInput } from '../http/inputs.ts'
import { decodeLedgerCursor } from './ledger-cursor.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const sizes = ['hour', 'day'] as const
const bucketMs = { hour: hourMs, day: dayMs }
/** Days a question may span, by the size of its buckets. */
export const ledgerDaysMax = { hour: 31, day: 366 }
const daysDefault = { hour: 1, day: 30 }

export type LedgerBucketName = (typeof sizes)[number]

type Given = { bucket: LedgerBucketName; from?: Date | undefined; to?: Date | undefined }

export const ledgerInput = z
  .strictObject({
    bucket: z.enum(sizes).default('hour').openapi({ description: 'Size of a row, in UTC' }),
    from: instantInput('From the bucket of this time; a day before `to`, or 30 of them by day').optional(),
    to: instantInput('To the end of the bucket before this time; now where absent').optional(),
    channel: wordInput('Channel, such as `whatsapp`').optional(),
    account: uuidInput('Channel account').optional(),
    before: z
      .string()
      .transform((text, context) => {
        const place = decodeLedgerCursor(text)
        if (place !== undefined) return place
        context.issues.push({ code: 'custom', message: 'is not a cursor of this list', input: text })
        return z.NEVER
      })
      .openapi({ type: 'string', description: '`page.next` of another page' })
      .optional(),
    limit: limitInput(100, 1_000),
  })
  .refine((input) => days(input) <= ledgerDaysMax[input.bucket], {
    error: `may span at most ${ledgerDaysMax.hour} days by hour and ${ledgerDaysMax.day} by day`,
    path: ['from'],
  })
  .refine((input) => days(input) > 0, { error: 'must be before `to`', path: ['from'] })

/** The range in whole buckets. */
export function ledgerRange({ bucket, from, to }: Given, now: Date): { from: Date; to: Date } {
  const size = bucketMs[bucket]
  const end = to ?? now
  const begin = from ?? new Date(end.getTime() - daysDefault[bucket] * dayMs)
  return {
    from: new Date(Math.floor(begin.getTime() / size) * size),
    to: new Date(Math.ceil(end.getTime() / size) * size),
  }
}

function days(given: Given): number {
  const end = given.to ?? new Date()
  const begin = given.from ?? new Date(end.getTime() - daysDefault[given.bucket] * dayMs)
  return (end.getTime() - begin.getTime()) / dayMs
}

export const ledgerAlarmsInput = z.strictObject({
  open: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .openapi({ type: 'boolean', description: 'Only alarms that are open, or only those that are not' })
    .optional(),
  before: placeInput('ledger-alarms', '`page.next` of another page: what is older').optional(),
  limit: limitInput(50, 100),
})
