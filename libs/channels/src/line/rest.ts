import type { Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import type { Frame } from './frame.ts'

/** Fields of an event that stand elsewhere in the update, or that differ between deliveries of one event. */
const frameKeys = new Set(['type', 'timestamp', 'source', 'mode', 'webhookEventId', 'deliveryContext'])

/** What an event says besides its frame, as it came, with the event's type word. */
export function eventData({ event, type }: Frame): Record<string, unknown> {
  return toData({ event: type, ...standbyOf(event), ...without(event, frameKeys) })
}

/**
 * What a message says besides the fields `held` elsewhere, as it came, with the token to answer it; undefined where
 * that is nothing.
 */
export function messageData(
  message: Json,
  { event }: Frame,
  held: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const rest: Record<string, unknown> = { ...standbyOf(event), ...without(message, held) }
  if (event.replyToken !== undefined) rest.replyToken = event.replyToken
  return Object.keys(rest).length === 0 ? undefined : toData(rest)
}

/** In standby another channel of the account has the conversation: our side must not answer. */
function standbyOf(event: Json): { standby?: true } {
  return event.mode === 'standby' ? { standby: true } : {}
}

function without(object: Json, keys: ReadonlySet<string>): Record<string, unknown> {
  const rest: Record<string, unknown> = {}
  for (const key of Object.keys(object)) {
    // Assigned, it would become the prototype; no data has such a key in the end.
    if (!keys.has(key) && key !== '__proto__') rest[key] = object[key]
  }
  return rest
}
