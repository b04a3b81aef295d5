import { asObject, type Json } from '../../core/access.ts'
import { cleanText } from '../../core/clean-text.ts'
import { guardItem } from '../../core/guard-item.ts'
import { malformed, unsupported } from '../../core/unsupported.ts'
import type { ParsedUpdate } from '../../core/update.ts'
import { eventParsers } from './event-parsers.ts'
import type { MessagingScope } from './scope.ts'

/** Keys of an item that are no event. */
const frameKeys = new Set(['sender', 'recipient', 'timestamp'])

/**
 * One item of `messaging[]` or `standby[]`, or the value of a change in that form. It has one event, told by its key
 * and not by its place; should it have more, the others stand at `<path>/<key>`.
 */
export function parseItem(raw: unknown, path: string, scope: MessagingScope): ParsedUpdate[] {
  const item = asObject(raw)
  const place = { path, account: scope.account, name: 'messaging' }
  if (item === undefined) return [malformed(place, 'not an object')]
  const { events, others } = sortKeys(item)
  if (events.length === 0) {
    const [name] = Object.keys(others)
    return [
      name === undefined
        ? malformed(place, 'no event')
        : unsupported({ ...place, name: cleanText(name) }, 'event'),
    ]
  }
  const beside = besideOf(others, scope)
  const updates: ParsedUpdate[] = []
  for (const [index, name] of events.entries()) {
    const eventPath = index === 0 ? path : `${path}/${name}`
    guardItem(updates, { path: eventPath, account: scope.account, name }, () => {
      const parse = eventParsers.get(name)
      if (parse === undefined) return []
      return parse({ item, node: item[name], path: eventPath, scope, beside })
    })
  }
  return updates
}

/** The events of an item in its order, and what is neither event nor frame. Relays write null for what is not there. */
function sortKeys(item: Json): { events: string[]; others: Json } {
  const events: string[] = []
  const others: [string, unknown][] = []
  for (const key of Object.keys(item)) {
    const value = item[key]
    if (value === null || value === undefined || frameKeys.has(key)) continue
    if (eventParsers.has(key)) events.push(key)
    else others.push([key, value])
  }
  return { events: withoutCarried(events), others: Object.fromEntries(others) }
}

/** A referral beside a message or postback tells where that came from: it is no event of its own. */
function withoutCarried(events: string[]): string[] {
  const carries = events.length > 1 && (events.includes('message') || events.includes('postback'))
  return carries ? events.filter((name) => name !== 'referral') : events
}

function besideOf(others: Json, scope: MessagingScope): Json {
  const beside: Record<string, unknown> = scope.standby ? { standby: true } : {}
  if (Object.keys(others).length > 0) beside.item = others
  return beside
}
