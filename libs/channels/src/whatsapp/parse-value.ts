import { asObject, type Json } from '../core/access.ts'
import { cleanKeys } from '../core/clean-keys.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { accountUpdate } from './account.ts'
import { parseCall } from './call.ts'
import { unspokenContacts } from './contact-book.ts'
import { parsePreference, parseStateSync, parseUserIdUpdate } from './contact-updates.ts'
import { parseHistory } from './history.ts'
import { parseMessage } from './message.ts'
import type { Origin } from './message-parties.ts'
import type { Scope } from './scope.ts'
import { parseStatus } from './status.ts'

type ItemParser = (item: unknown, path: string, scope: Scope) => ParsedUpdate | ParsedUpdate[]

/** Every array that can stand in a value, whatever the field: which ones are there is looked up, not assumed. */
const itemParsers = new Map<string, { name: string; parse: ItemParser }>([
  ['statuses', { name: 'status', parse: parseStatus }],
  ['message_echoes', { name: 'message', parse: (...at) => parseMessage(...at, { source: 'echo' }) }],
  ['history', { name: 'history', parse: parseHistory }],
  ['state_sync', { name: 'state_sync', parse: parseStateSync }],
  ['user_preferences', { name: 'user_preferences', parse: parsePreference }],
  ['user_id_update', { name: 'user_id_update', parse: parseUserIdUpdate }],
  ['calls', { name: 'call', parse: parseCall }],
  ['errors', { name: 'error', parse: (item, path, scope) => accountUpdate(scope, path, 'errors', item) }],
  ['groups', { name: 'group', parse: (item, path, scope) => accountUpdate(scope, path, scope.field, item) }],
])

/** Keys of a value that are no items. */
const frameKeys = new Set(['messaging_product', 'metadata', 'contacts', 'messages'])

/**
 * Splits the value of a message-like field into its items, each guarded from the others. Contacts that no item
 * speaks of become profile updates; a key nobody knows becomes `unsupported`, or one account update when there is
 * nothing else; nothing at all is `ignored`.
 */
export function parseValue(updates: ParsedUpdate[], value: Json, path: string, scope: Scope): void {
  const countBefore = updates.length
  const origin = messagesOrigin(value, scope)
  splitItems(updates, value, 'messages', path, scope, 'message', (item, at) =>
    parseMessage(item, at, scope, origin),
  )
  const unknownKeys: string[] = []
  for (const key of Object.keys(value)) {
    if (frameKeys.has(key)) continue
    const parser = itemParsers.get(key)
    if (parser === undefined) unknownKeys.push(key)
    else splitItems(updates, value, key, path, scope, parser.name, parser.parse)
  }
  addContacts(updates, value, path, scope)
  const empty = updates.length === countBefore
  if (empty && unknownKeys.length === 0) {
    updates.push({ kind: 'ignored', path, account: scope.account, reason: 'empty' })
  } else if (empty && scope.field !== 'messages') {
    updates.push(accountUpdate(scope, path, scope.field, value))
  } else {
    for (const key of cleanKeys(unknownKeys)) updates.push(unknownKey(key, path, scope))
  }
}

function splitItems(
  updates: ParsedUpdate[],
  value: Json,
  key: string,
  path: string,
  scope: Scope,
  name: string,
  parse: ItemParser,
): void {
  const list = value[key]
  if (list === undefined || list === null) return
  if (!Array.isArray(list)) {
    updates.push(malformed({ path: `${path}/${key}`, account: scope.account, name }, 'not an array'))
    return
  }
  for (let index = 0; index < list.length; index += 1) {
    const itemPath = `${path}/${key}/${index}`
    guardItem(updates, { path: itemPath, account: scope.account, name }, () =>
      parse(list[index], itemPath, scope),
    )
  }
}

/** Messages under `history` are the media that placeholders announced; everywhere else they are live. */
function messagesOrigin(value: Json, scope: Scope): Origin {
  if (scope.field === 'history') return { source: 'history' }
  if (scope.field.endsWith('message_echoes')) return { source: 'echo' }
  return { source: 'live', alone: Array.isArray(value.messages) && value.messages.length === 1 }
}

function unknownKey(key: string, path: string, scope: Scope): ParsedUpdate {
  // RFC 6901: "~" and "/" of a key are escaped in a pointer.
  const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return unsupported({ path: pointer, account: scope.account, name: `${scope.field}.${key}` }, 'field')
}

function addContacts(updates: ParsedUpdate[], value: Json, path: string, scope: Scope): void {
  const { contacts } = value
  if (contacts === undefined || contacts === null) return
  if (!Array.isArray(contacts)) {
    updates.push(
      malformed({ path: `${path}/contacts`, account: scope.account, name: 'contact' }, 'not an array'),
    )
    return
  }
  for (const [index, raw] of contacts.entries()) {
    if (asObject(raw) !== undefined) continue
    const place = { path: `${path}/contacts/${index}`, account: scope.account, name: 'contact' }
    updates.push(malformed(place, 'not an object'))
  }
  for (const { index, contact } of unspokenContacts(scope.book)) {
    updates.push({
      kind: 'contact',
      path: `${path}/contacts/${index}`,
      account: scope.account,
      event: 'profile',
      contact,
    })
  }
}
