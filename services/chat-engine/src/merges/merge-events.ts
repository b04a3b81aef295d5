import {
  type BusConnection,
  type EventEnvelope,
  envelopeVersion,
  type Outgoing,
  publishAll,
  type Subjects,
} from '@omnistream/bus'
import { OmniError } from '@omnistream/common'
import { eventIdOf } from '../derive-ids.ts'

export type MergeEventType = Extract<
  EventEnvelope['type'],
  'contact.merged' | 'contact.unmerged' | 'conversation.merged' | 'conversation.unmerged'
>

type Told = { id: string; tenantId: string; accountId: string; channel: string }

/** The event of a merge or of its undoing. Its id follows from the merge: told twice is told once. */
export function mergeEvent(
  merge: Told,
  told: { type: MergeEventType; at: Date; data: Record<string, unknown> },
  on: Subjects,
): Outgoing {
  const { type, at, data } = told
  const id = eventIdOf(`${type}:${merge.id}`)
  const { tenantId, accountId, channel } = merge
  return {
    subject: on.event(tenantId, type),
    messageId: id,
    envelope: {
      ...{ v: envelopeVersion, kind: 'event', id, type, tenantId, accountId, channel },
      at: at.getTime(),
      data: { merge_id: merge.id, ...data },
    },
  }
}

/** @throws {OmniError} EVENTS_NOT_PUBLISHED, retryable: the same events again do no harm. */
export async function publishEvents(bus: BusConnection, events: readonly Outgoing[]): Promise<void> {
  for (const outcome of await publishAll(bus, events)) {
    if (outcome.ok) continue
    throw new OmniError('EVENTS_NOT_PUBLISHED', 'the bus did not take the events of a merge', {
      cause: outcome.error,
      retryable: true,
    })
  }
}
