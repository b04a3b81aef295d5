import { asId, asObject, asText } from '../core/access.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventParsers } from './event-parsers.ts'
import { openFrame } from './frame.ts'

/**
 * All updates of a payload, one for each event, in its order; they may be of several chats. A payload without events
 * is LINE's check of the URL. Pure and total.
 */
export function parse(payload: unknown): ParsedUpdate[] {
  const root = asObject(payload)
  if (root === undefined) return [malformed({ path: '', account: '', name: 'payload' }, 'not an object')]
  const account = asId(root.destination) ?? ''
  const { events } = root
  if (!Array.isArray(events)) return [malformed({ path: '/events', account, name: 'events' }, 'not an array')]
  if (events.length === 0) return [{ kind: 'ignored', path: '/events', account, reason: 'empty' }]
  const updates: ParsedUpdate[] = []
  for (let index = 0; index < events.length; index += 1) {
    const path = `/events/${index}`
    guardItem(updates, { path, account, name: 'event' }, () => parseEvent(events[index], path, account))
  }
  return updates
}

function parseEvent(raw: unknown, path: string, account: string): ParsedUpdate {
  const event = asObject(raw)
  const type = asText(event?.type)
  if (event === undefined) return malformed({ path, account, name: 'event' }, 'not an object')
  if (type === undefined) return malformed({ path, account, name: 'event' }, 'no type')
  const parseKind = eventParsers.get(type)
  if (parseKind === undefined) return unsupported({ path, account, name: type }, 'event')
  return parseKind(openFrame(event, type, path, account))
}
