import type { Json } from '../../core/access.ts'
import type { ParsedUpdate } from '../../core/update.ts'
import type { MessagingScope } from './scope.ts'

/** One event of an item: `node` is what stands under the event's key. */
export type MessagingEvent = {
  item: Json
  node: unknown
  path: string
  scope: MessagingScope
  /** What the item has besides sender, recipient, time and events: kept with a message, since nothing else tells it. */
  beside: Json
}

export type EventParser = (event: MessagingEvent) => ParsedUpdate | ParsedUpdate[]
