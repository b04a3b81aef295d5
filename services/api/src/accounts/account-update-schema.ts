import { z } from '@hono/zod-openapi'
import { idOutput, pageSchema, timeOutput } from '../http/outputs.ts'

export const accountUpdateSchema = z
  .object({
    id: idOutput,
    account_id: idOutput,
    channel: z.string(),
    event: z
      .string()
      .openapi({ description: "The channel's own word, such as message_template_status_update" }),
    at: timeOutput.openapi({ description: "The provider's time, or the receipt where it gave none" }),
    received_at: timeOutput,
    data: z.record(z.string(), z.unknown()),
    audit_id: idOutput,
    audit_path: z.string().openapi({ description: 'JSON pointer into the webhook that brought it' }),
  })
  .openapi('AccountUpdate')

export const accountUpdateListSchema = z
  .object({ data: z.array(accountUpdateSchema), page: pageSchema })
  .openapi('AccountUpdateList')
