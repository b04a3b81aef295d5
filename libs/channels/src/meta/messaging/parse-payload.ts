import { asObject, asText, type Json } from '../../core/access.ts'
import { cleanKeys } from '../../core/clean-keys.ts'
import { malformed, unsupported } from '../../core/unsupported.ts'
import type { ParsedUpdate } from '../../core/update.ts'
import { parseEach } from '../parse-each.ts'
import { parseCall } from './call.ts'
import { parseChange } from './parse-change.ts'
import { parseItem } from './parse-item.ts'
import type { MessagingProfile } from './profile.ts'
import { accountOf, type MessagingScope } from './scope.ts'

type ItemParser = (item: unknown, path: string, scope: MessagingScope) => ParsedUpdate | ParsedUpdate[]

/** Every list an entry may have; any of them may be the only one. */
const lists = new Map<string, { name: string; parse: ItemParser }>([
  ['messaging', { name: 'messaging', parse: parseItem }],
  [
    'standby',
    { name: 'messaging', parse: (item, path, scope) => parseItem(item, path, { ...scope, standby: true }) },
  ],
  ['changes', { name: 'change', parse: parseChange }],
  ['calls', { name: 'call', parse: parseCall }],
])

/** Keys of an entry that hold nothing to read: its id and time, and which apps saw it before. */
const entryKeys = new Set(['id', 'time', 'uid', 'hop_context'])

/**
 * All updates of a payload, in its order: entries × (messaging | standby | changes | calls) × items. Pure and total:
 * what cannot be read is `unsupported`, what holds nothing is `ignored`, and neither touches what stands beside it.
 */
export function parsePayload(payload: unknown, profile: MessagingProfile): ParsedUpdate[] {
  const root = asObject(payload)
  if (root === undefined) return [malformed({ path: '', account: '', name: 'payload' }, 'not an object')]
  const object = asText(root.object)
  if (object !== undefined && object !== profile.object) {
    // Its ids are of another kind: to read them as ours would make people who are nobody.
    const place = { path: '/object', account: '', name: object }
    return [
      unsupported(place, 'type', `the callback of ${profile.channel} takes payloads of ${profile.object}`),
    ]
  }
  const updates: ParsedUpdate[] = []
  parseEach(updates, root.entry, '/entry', '', 'entry', (into, entry, path) =>
    parseEntry(into, entry, path, profile),
  )
  return updates
}

function parseEntry(updates: ParsedUpdate[], raw: unknown, path: string, profile: MessagingProfile): void {
  const entry = asObject(raw)
  if (entry === undefined) {
    updates.push(malformed({ path, account: '', name: 'entry' }, 'not an object'))
    return
  }
  const account = accountOf(entry)
  const scope: MessagingScope = { profile, account, entryTime: entry.time, standby: false }
  const keys = Object.keys(entry).filter((key) => !entryKeys.has(key) && entry[key] !== null)
  const bare = keys.some((key) => lists.has(key)) ? undefined : bareItem(entry, path, scope)
  if (bare !== undefined) updates.push(...bare)
  else if (keys.length === 0) updates.push({ kind: 'ignored', path, account, reason: 'empty' })
  else {
    const names = cleanKeys(keys)
    for (const [index, key] of keys.entries()) {
      parseList(updates, entry[key], names[index] ?? key, path, scope)
    }
  }
}

/** Some references show an entry that is itself an item (call_permission_reply) or a change (comments). */
function bareItem(entry: Json, path: string, scope: MessagingScope): ParsedUpdate[] | undefined {
  const { id: _id, time: _time, ...rest } = entry
  if (asText(entry.field) !== undefined) return parseChange(rest, path, scope)
  const isItem = asObject(entry.sender) !== undefined || asObject(entry.recipient) !== undefined
  return isItem ? parseItem(rest, path, scope) : undefined
}

function parseList(
  updates: ParsedUpdate[],
  list: unknown,
  key: string,
  path: string,
  scope: MessagingScope,
): void {
  const { account } = scope
  const known = lists.get(key)
  // RFC 6901: "~" and "/" of a key are escaped in a pointer.
  const listPath = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (known !== undefined) {
    parseEach(updates, list, listPath, account, known.name, (into, item, itemPath) => {
      const parsed = known.parse(item, itemPath, scope)
      if (Array.isArray(parsed)) into.push(...parsed)
      else into.push(parsed)
    })
  } else if (key === 'changed_fields') {
    updates.push({ kind: 'ignored', path: listPath, account, reason: 'changed fields without values' })
  } else updates.push(unsupported({ path: listPath, account, name: `entry.${key}` }, 'field'))
}
