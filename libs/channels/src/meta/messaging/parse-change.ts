import { asObject, asText, type Json } from '../../core/access.ts'
import { malformed, unsupported } from '../../core/unsupported.ts'
import type { ParsedUpdate } from '../../core/update.ts'
import { accountEvent } from './account-event.ts'
import { eventParsers } from './event-parsers.ts'
import { parseItem } from './parse-item.ts'
import type { MessagingScope } from './scope.ts'

/**
 * One item of `changes[]`: a comment, something about the account, or a messaging item in the form of the
 * dashboard's test and of some references (`{ field, value: { sender, recipient, … } }`).
 */
export function parseChange(raw: unknown, path: string, scope: MessagingScope): ParsedUpdate[] {
  const change = asObject(raw)
  const field = asText(change?.field)
  const place = { path, account: scope.account, name: field ?? 'change' }
  if (change === undefined || field === undefined) {
    return [malformed(place, change === undefined ? 'not an object' : 'no field')]
  }
  const { profile } = scope
  const value = asObject(change.value)
  const valuePath = `${path}/value`
  if (value !== undefined) {
    const public_ = profile.publicFields.get(field)?.(value, valuePath, scope)
    if (public_ !== undefined) return [public_]
  }
  if (profile.accountFields.has(field)) return [accountEvent(scope, valuePath, field, change.value ?? {})]
  if (value !== undefined && isItem(value)) return parseItem(value, valuePath, scope)
  return [unsupported(place, 'field')]
}

function isItem(value: Json): boolean {
  if (asObject(value.sender) !== undefined || asObject(value.recipient) !== undefined) return true
  return Object.keys(value).some((key) => eventParsers.has(key) && asObject(value[key]) !== undefined)
}
