import { asObject } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { cleanKeys } from '../core/clean-keys.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { families } from './families.ts'
import { openScope } from './scope.ts'

/**
 * All updates of a payload: it is one update of Telegram's with one field besides its id, and if ever there are
 * more, each is read by itself. Pure and total.
 */
export function parse(payload: unknown, callback: Callback): ParsedUpdate[] {
  const account = callback.account ?? ''
  const root = asObject(payload)
  if (root === undefined) return [malformed({ path: '', account, name: 'payload' }, 'not an object')]
  const updates: ParsedUpdate[] = []
  const keys = Object.keys(root)
  const names = cleanKeys(keys)
  for (const [index, family] of keys.entries()) {
    if (family === 'update_id') continue
    const parseFamily = families.get(family)
    if (parseFamily === undefined) {
      const name = names[index] ?? family
      updates.push(unsupported({ path: pointerOf(name), account, name }, 'event'))
      continue
    }
    const scope = openScope(root, family, account)
    const place = { path: scope.path, account, name: family }
    guardItem(updates, place, () => {
      const item = asObject(root[family])
      return item === undefined ? malformed(place, 'not an object') : parseFamily(item, scope)
    })
  }
  return updates.length > 0 ? updates : [{ kind: 'ignored', path: '', account, reason: 'empty' }]
}

/** RFC 6901: "~" and "/" of a key are escaped in a pointer. */
function pointerOf(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
