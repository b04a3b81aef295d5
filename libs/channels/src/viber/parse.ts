import { asObject, asText } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventParsers } from './event-parsers.ts'
import { openFrame } from './frame.ts'

/** The update of a payload: Viber sends one event at a time. Pure and total. */
export function parse(payload: unknown, callback: Callback): ParsedUpdate[] {
  const place = { path: '', account: callback.account ?? '', name: 'payload' }
  const event = asObject(payload)
  if (event === undefined) return [malformed(place, 'not an object')]
  const word = asText(event.event)
  if (word === undefined) return [malformed(place, 'no event')]
  const parseEvent = eventParsers.get(word)
  if (parseEvent === undefined) return [unsupported({ ...place, name: word }, 'event')]
  const updates: ParsedUpdate[] = []
  guardItem(updates, { ...place, name: word }, () => parseEvent(openFrame(event, word, place.account)))
  return updates
}
