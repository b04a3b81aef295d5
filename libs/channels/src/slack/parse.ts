import { asObject, asText, type Json } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { parseCommand } from './command.ts'
import { events } from './events.ts'
import { interactions } from './interactions.ts'
import { openScope, type Scope } from './scope.ts'

/** The one item of a request: an event, a slash command or an interaction. Pure and total. */
export function parse(payload: unknown, callback: Callback): ParsedUpdate[] {
  const updates: ParsedUpdate[] = []
  const place = { path: '', account: callback.account ?? '', name: 'payload' }
  guardItem(updates, place, () => {
    const root = asObject(payload)
    return root === undefined ? malformed(place, 'not an object') : parseRoot(root, callback)
  })
  return updates
}

function parseRoot(root: Json, callback: Callback): ParsedUpdate | ParsedUpdate[] {
  const type = asText(root.type)
  if (type === 'event_callback') return parseEvent(root, callback)
  const scope = openScope(root, callback, '', type ?? 'payload')
  if (type === undefined) return parseForm(root, scope)
  if (type === 'url_verification') return ignored(scope, 'handshake')
  // The one event that comes without an envelope.
  if (type === 'app_rate_limited') return events.get(type)?.(root, scope) ?? unsupported(scope, 'event')
  return interactions.get(type)?.(root, scope) ?? unsupported(scope, 'event')
}

function parseEvent(root: Json, callback: Callback): ParsedUpdate | ParsedUpdate[] {
  const event = asObject(root.event)
  const type = asText(event?.type)
  const scope = openScope(root, callback, '/event', type ?? 'event')
  if (event === undefined || type === undefined) return malformed(scope, 'no event with a type')
  return events.get(type)?.(event, scope) ?? unsupported(scope, 'event')
}

function parseForm(form: Json, scope: Scope): ParsedUpdate {
  if (asText(form.command) !== undefined) return parseCommand(form, { ...scope, name: 'command' })
  return asText(form.ssl_check) === undefined
    ? malformed(scope, 'neither an event, a command nor an interaction')
    : ignored(scope, 'handshake')
}

function ignored({ path, account }: Scope, reason: string): ParsedUpdate {
  return { kind: 'ignored', path, account, reason }
}
