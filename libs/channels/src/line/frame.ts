import { asId, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import type { Party, Thread } from '../core/update.ts'
import { senderOf, threadOf } from './source.ts'

/** One event before its kind is looked at. */
export type Frame = {
  event: Json
  type: string
  path: string
  /** The user id of the bot, '' where the payload names none. */
  account: string
  at?: number
  /** Absent where the event names neither chat nor person. */
  thread?: Thread
  sender: Party
}

/** Opens the event that stands at this path. */
export function openFrame(event: Json, type: string, path: string, account: string): Frame {
  const frame: Frame = { event, type, path, account, sender: senderOf(event.source) }
  const at = toMilliseconds(event.timestamp)
  const thread = threadOf(event.source)
  if (at !== undefined) frame.at = at
  if (thread !== undefined) frame.thread = thread
  return frame
}

/** The global form of a native id. */
export function globalId(frame: Frame, nativeId: string): string {
  return `line:${frame.account}:${nativeId}`
}

/**
 * The id of an event that is no message. Events stored before LINE gave them one are known by their content, without
 * what tells a redelivery.
 */
export function eventId(frame: Frame): string {
  const { deliveryContext: _delivery, ...event } = frame.event
  return `event/${asId(event.webhookEventId) ?? contentHash(event)}`
}
