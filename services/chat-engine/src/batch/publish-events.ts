import { type BusConnection, isTooLarge, publishAll, type Subjects } from '@omnistream/bus'
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
 * @throws {OmniError} EVENTS_NOT_PUBLISHED, retryable (the same events again do no harm) but where one is too large to
 * go out at all: its payload is at fault then, not the bus.
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
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]))
  if (errors.length === 0) return
  // While the bus is away nobody is to blame yet.
  const cause = errors.find((error) => !isTooLarge(error)) ?? errors[0]
  throw new OmniError('EVENTS_NOT_PUBLISHED', 'the bus did not take the events', {
    ...{ cause, retryable: !isTooLarge(cause) },
  })
}
