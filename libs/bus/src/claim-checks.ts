import { envelopeVersion, idsMax, type WebhookEnvelope } from './envelope.ts'
import type { Outgoing } from './publish.ts'

/** A stored payload, as far as the bus has to know it. */
export type Claimable = { id: string; channel: string; accountId: string | undefined }

/** Payloads that travel in one message. */
export type ClaimCheck<Row extends Claimable> = { rows: Row[]; outgoing: Outgoing }

export type ClaimCheckOptions = {
  subject(channel: string, accountId: string | undefined): string
  /** When they are put on the bus, ms. */
  publishedAt: number
  /** Makes the message ids other ones than those under which the same rows were published before. */
  messageIdSuffix?: string
  replay?: NonNullable<WebhookEnvelope['replay']>
}

/**
 * The messages for stored payloads: those of one account go together, at most `idsMax` in each. A message's id
 * follows from what it names, so the same rows published again are recognised.
 */
export function claimChecks<Row extends Claimable>(
  rows: readonly Row[],
  { subject, publishedAt, messageIdSuffix = '', replay }: ClaimCheckOptions,
): ClaimCheck<Row>[] {
  const bySubject = Map.groupBy(rows, ({ channel, accountId }) => subject(channel, accountId))
  return [...bySubject].flatMap(([on, own]) =>
    chunks(own, idsMax).map((group): ClaimCheck<Row> => {
      const ids = group.map(({ id }) => id)
      const channel = group[0]?.channel ?? ''
      const envelope: WebhookEnvelope = {
        ...{ v: envelopeVersion, kind: 'webhook', ids, channel, publishedAt },
        ...(replay ? { replay } : {}),
      }
      return {
        rows: group,
        outgoing: { subject: on, messageId: `${ids[0]}:${ids.length}${messageIdSuffix}`, envelope },
      }
    }),
  )
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
