import { OmniError } from '@omnistream/common'
import { z } from 'zod'

/** Raised when a field changes its meaning; a consumer refuses versions it does not know. */
export const envelopeVersion = 1

const base = { v: z.literal(envelopeVersion) }

/** Stored payloads that one message may name: enough to make the publish of each next to nothing. */
export const idsMax = 200

/** Claim check (lessons #41): the ids of stored bytes, never the bytes. Those of one account that were stored together travel together. Instants are ms since the epoch. */
export const webhookEnvelope = z.object({
  ...base,
  kind: z.literal('webhook'),
  ids: z.array(z.uuid()).min(1).max(idsMax),
  channel: z.string(),
  publishedAt: z.number(),
  /** Set when this is a pass of a replay run. */
  replay: z.object({ runId: z.uuid(), dryRun: z.boolean(), sideEffects: z.boolean() }).optional(),
})
export type WebhookEnvelope = z.infer<typeof webhookEnvelope>

export const eventTypes = [
  'message.created',
  'message.updated',
  'message.status',
  'media.stored',
  'ledger.alarm',
  'ledger.cleared',
  'drift.first_seen',
  'account.updated',
  'contact.merged',
  'contact.unmerged',
  'conversation.created',
  'conversation.merged',
  'conversation.unmerged',
] as const

/** Of these tenants' own services are told, by webhooks. */
export const tenantEventTypes = [
  'message.created',
  'message.updated',
  'message.status',
  'conversation.created',
  'contact.merged',
  'account.updated',
  'ledger.alarm',
] as const satisfies readonly (typeof eventTypes)[number][]

export const eventEnvelope = z.object({
  ...base,
  kind: z.literal('event'),
  id: z.uuid(),
  type: z.enum(eventTypes),
  tenantId: z.uuid(),
  /** The nil UUID where it is about no single account. */
  accountId: z.uuid(),
  channel: z.string(),
  /** When the provider says it happened. */
  at: z.number(),
  data: z.record(z.string(), z.unknown()),
})
export type EventEnvelope = z.infer<typeof eventEnvelope>

export const envelopeSchema = z.discriminatedUnion('kind', [webhookEnvelope, eventEnvelope])
export type Envelope = WebhookEnvelope | EventEnvelope

export const encodeEnvelope = (envelope: Envelope): Uint8Array => Buffer.from(JSON.stringify(envelope))

/** @throws {OmniError} ENVELOPE_INVALID for bytes that no version of this suite wrote, or a newer one did. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  try {
    return envelopeSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (error) {
    throw new OmniError('ENVELOPE_INVALID', 'this is no envelope that this version can read', {
      cause: error,
    })
  }
}
