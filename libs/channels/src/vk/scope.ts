import { asId, asText, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'

/** What everything of one event shares. */
export type Scope = {
  /** The community's id, without a sign. */
  account: string
  /** The event's type as VK wrote it. */
  event: string
  eventId?: string
}

/** Where the object of an event stands. */
export const objectPath = '/object'

/** Opens the scope of an event. `group_id` is the community; where it is missing, the callback's account. */
export function openScope(root: Json, account: string | undefined): Scope {
  const scope: Scope = { account: asId(root.group_id) ?? account ?? '', event: asText(root.type) ?? 'event' }
  const eventId = asId(root.event_id)
  if (eventId !== undefined) scope.eventId = eventId
  return scope
}

/** The global form of a native id. */
export function globalId(scope: Scope, nativeId: string): string {
  return `vk:${scope.account}:${nativeId}`
}

/** The id of an event that is no message: `event_id` is the same for each retry, and so is its content. */
export function eventKey(scope: Scope, object: Json): string {
  return `event/${scope.eventId ?? contentHash(scope.event, object)}`
}
