import { z } from '@hono/zod-openapi'
import { driftKinds } from '@omnistream/postgres/schema-ledger'
import { idOutput, timeOutput } from '../http/outputs.ts'

export { driftKinds }

export const driftSchema = z
  .object({
    id: idOutput,
    channel: z.string(),
    what: z.enum(driftKinds),
    name: z.string().openapi({ description: '`other` stands for all names that a day had no room for' }),
    account_id: idOutput.nullable().openapi({ description: 'The account it was first seen for' }),
    first_seen_at: timeOutput,
    last_seen_at: timeOutput,
    count: z.number().int().openapi({ description: 'About: what is done again counts again' }),
    audit_id: idOutput.openapi({ description: 'The webhook it was first seen in' }),
    audit_path: z.string().openapi({ description: 'JSON pointer into that webhook' }),
    parser_version: z.number().int(),
  })
  .openapi('Drift')

export const driftDetailSchema = driftSchema
  .extend({
    fragment: z
      .string()
      .nullable()
      .openapi({ description: 'What stands there; null where the webhook is gone, shared or no JSON' }),
    fragment_truncated: z.boolean(),
  })
  .openapi('DriftDetail')

export const driftListSchema = z
  .object({ data: z.array(driftSchema), page: z.object({ next: z.string().nullable() }) })
  .openapi('DriftList')

export type DriftJson = z.infer<typeof driftSchema>
export type DriftDetailJson = z.infer<typeof driftDetailSchema>
