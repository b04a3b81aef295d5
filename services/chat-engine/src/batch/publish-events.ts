import { type BusConnection, publishAll, type Subjects } from '@omnistream/bus'
import { OmniError } from '@omnistream/common'
import type { UuidCodec } from '@omnistream/mongo'
import type { UpsertedConversations } from '@omnistream/postgres'
import { accountEvents } from './account-events.ts'
import { conversationEvents } from './conversation-events.ts'
import { messageEvents } from './message-events.ts'
import type { Item } from './types.ts'

export type PublishDeps = { bus: BusConnection; subjects: Subjects; uuids: UuidCodec }

/**
 * Tells what a batch has changed: first the conversations that began, then their messages.
 * @throws {OmniError} EVENTS_NOT_PUBLISHED, retryable: the same events again do no harm.
 */
export async function publishEvents(
  items: readonly Item[],
  upserted: UpsertedConversations,
  { bus, subjects, uuids }: PublishDeps,
): Promise<void> {
  const outcomes = await publishAll(bus, [
    ...conversationEvents(items, upserted, subjects, uuids),
    ...messageEvents(items, subjects, uuids),
    ...accountEvents(items, subjects, uuids),
  ])
  const failed = outcomes.find((outcome) => !outcome.ok)
  if (failed && !failed.ok) {
    throw new OmniError('EVENTS_NOT_PUBLISHED', 'the bus did not take the events', {
      cause: failed.error,
      retryable: true,
    })
  }
}
