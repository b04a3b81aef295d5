import { createHash } from 'node:crypto'
import { type EventEnvelope, envelopeVersion, type Outgoing, type Subjects } from '@omnistream/bus'
import type { MessageDocument, UuidCodec } from '@omnistream/mongo'
import { eventIdOf } from '../derive-ids.ts'
import { type Item, isSilent } from './types.ts'

/**
 * The events about messages: one for each update that changed one people can see. A payload that comes again tells
 * all of its events again, as its first pass may have ended before this step; their ids follow from what they
 * say, so the stream keeps one of each. A replay tells none unless it was asked to.
 */
export function messageEvents(items: readonly Item[], on: Subjects, uuids: UuidCodec): Outgoing[] {
  const events = new Map<string, Outgoing>()
  for (const item of items) {
    const { message, job } = item
    if (!message || message.placeholder || !tells(item)) continue
    const event = eventOf(item, message, on, uuids)
    events.set(event.messageId, job.traceparent ? { ...event, traceparent: job.traceparent } : event)
  }
  return [...events.values()]
}

function tells({ changed, outcome, job }: Item): boolean {
  if (isSilent(job)) return false
  if (outcome?.kind !== 'stored' && outcome?.kind !== 'merged' && outcome?.kind !== 'duplicate') return false
  return changed === true || job.attempt > 1
}

function eventOf(item: Item, message: MessageDocument, on: Subjects, uuids: UuidCodec): Outgoing {
  const { job, update, outcome } = item
  const messageId = uuids.read(message._id)
  const tenantId = uuids.read(message.tenant_id)
  // After a crash the message is no longer new, but the update that stored it still is the one that created it.
  const created = outcome?.kind === 'stored' && (job.replay ? item.isNew === true : true)
  const type = typeOf(created, update.kind)
  const what = created ? 'created' : `${update.kind}:${digestOf(update)}`
  const id = eventIdOf(`${messageId}:${what}${job.replay ? `:${job.replay.runId}` : ''}`)
  return {
    subject: on.event(tenantId, type),
    messageId: id,
    envelope: {
      v: envelopeVersion,
      kind: 'event',
      id,
      type,
      tenantId,
      accountId: uuids.read(message.account_id),
      channel: message.channel,
      at: update.at ?? job.row.received_at.getTime(),
      data: {
        message_id: messageId,
        external_id: message.external_id,
        ...(message.conversation_id ? { conversation_id: uuids.read(message.conversation_id) } : {}),
        ...(message.contact_id ? { contact_id: uuids.read(message.contact_id) } : {}),
        direction: message.direction,
        type: message.type,
        status: message.status,
        change: update.kind,
        audit_id: uuids.read(job.row._id),
        replayed: job.replay !== undefined,
      },
    },
  }
}

function typeOf(created: boolean, kind: string): EventEnvelope['type'] {
  if (created) return 'message.created'
  return kind === 'status' ? 'message.status' : 'message.updated'
}

/** What the update says, wherever in a payload it stood. */
function digestOf(update: Item['update']): string {
  const { path: _path, ...said } = update
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32)
}
