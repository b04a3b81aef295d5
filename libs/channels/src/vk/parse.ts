import { asObject, asText } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { events } from './events.ts'
import { objectPath, openScope } from './scope.ts'

/** The update of a payload: it is one event with one object. Pure and total. */
export function parse(payload: unknown, callback: Callback): ParsedUpdate[] {
  const root = asObject(payload)
  if (root === undefined)
    return [malformed({ path: '', account: callback.account ?? '', name: 'payload' }, 'not an object')]
  const scope = openScope(root, callback.account)
  const { account } = scope
  if (asText(root.type) === undefined) return [malformed({ path: '', account, name: 'event' }, 'no type')]
  const place = { path: objectPath, account, name: scope.event }
  const parseEvent = events.get(scope.event)
  if (parseEvent === undefined) return [unsupported(place, 'event')]
  const updates: ParsedUpdate[] = []
  guardItem(updates, place, () => {
    const object = scope.event === 'confirmation' ? {} : asObject(root.object)
    return object === undefined ? malformed(place, 'the object is missing') : parseEvent(object, scope)
  })
  return updates
}
