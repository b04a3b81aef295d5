import { envelopeVersion, type Outgoing, type Subjects } from '@omnistream/bus'
import type { MessageDocument, UuidCodec } from '@omnistream/mongo'
import type { UpsertedConversations } from '@omnistream/postgres'
import { eventIdOf } from '../derive-ids.ts'
import { type Item, isSilent, type Job } from './types.ts'

type Shown = { job: Job; message: MessageDocument }

/**
 * The events of conversations that began with this batch. A payload that comes again tells of those it made the first
 * time, as that pass may have ended before this step; the id follows from the conversation alone.
 */
export function conversationEvents(
  items: readonly Item[],
  upserted: UpsertedConversations,
  on: Subjects,
  uuids: UuidCodec,
): Outgoing[] {
  const { created, begunBy } = upserted
  const places = placesOf(items, upserted, uuids)
  const isNew = new Set(created)
  return [...begunBy].flatMap(([conversationId, auditId]) => {
    const shown = places.get(conversationId) ?? []
    const begun = shown.find(({ job }) => uuids.read(job.row._id) === auditId)
    if (!begun || isSilent(begun.job) || !(isNew.has(conversationId) || begun.job.attempt > 1)) return []
    return [eventOf(conversationId, begun, on, uuids)]
  })
}

/** What the batch shows of each conversation, those it was redirected to included. */
function placesOf(
  items: readonly Item[],
  { redirected }: UpsertedConversations,
  uuids: UuidCodec,
): Map<string, Shown[]> {
  const into = new Map(redirected.map((one) => [one.from, one.into]))
  const places = new Map<string, Shown[]>()
  for (const { job, message } of items) {
    if (!message?.conversation_id || message.placeholder) continue
    let place: string | undefined = uuids.read(message.conversation_id)
    for (const seen = new Set<string>(); place !== undefined && !seen.has(place); place = into.get(place)) {
      seen.add(place)
      places.set(place, [...(places.get(place) ?? []), { job, message }])
    }
  }
  return places
}

function eventOf(conversationId: string, { job, message }: Shown, on: Subjects, uuids: UuidCodec): Outgoing {
  const type = 'conversation.created'
  const tenantId = uuids.read(message.tenant_id)
  const id = eventIdOf(`${type}:${conversationId}`)
  return {
    subject: on.event(tenantId, type),
    messageId: id,
    ...(job.traceparent ? { traceparent: job.traceparent } : {}),
    envelope: {
      ...{ v: envelopeVersion, kind: 'event', id, type, tenantId, accountId: uuids.read(message.account_id) },
      ...{ channel: message.channel, at: (message.created_at ?? job.row.received_at).getTime() },
      data: {
        conversation_id: conversationId,
        ...(message.contact_id ? { contact_id: uuids.read(message.contact_id) } : {}),
        kind: message.thread?.kind ?? null,
        message_id: uuids.read(message._id),
        audit_id: uuids.read(job.row._id),
        replayed: job.replay !== undefined,
      },
    },
  }
}
