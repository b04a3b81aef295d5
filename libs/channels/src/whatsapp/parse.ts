import { asObject, asText, type Json } from '../core/access.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { parseEach } from '../meta/parse-each.ts'
import { accountUpdate } from './account.ts'
import { fieldShape } from './fields.ts'
import { parseValue } from './parse-value.ts'
import { accountOf, openScope } from './scope.ts'

/**
 * All updates of a payload, in its order: entries × changes × items. Pure and total: what cannot be read is
 * `unsupported`, what holds nothing is `ignored`, and neither touches what stands beside it.
 */
export function parse(payload: unknown): ParsedUpdate[] {
  const updates: ParsedUpdate[] = []
  const root = asObject(payload)
  if (root === undefined) return [malformed({ path: '', account: '', name: 'payload' }, 'not an object')]
  // Some partners deliver a bare value. Without metadata nobody can tell whose it is, so only that one is read.
  if (root.entry === undefined && asObject(root.metadata) !== undefined) {
    parseChange(updates, { value: root }, {}, '', '')
    return updates
  }
  parseEach(updates, root.entry, '/entry', '', 'entry', parseEntry)
  return updates
}

function parseEntry(updates: ParsedUpdate[], raw: unknown, path: string): void {
  const entry = asObject(raw)
  const account = entry === undefined ? '' : accountOf(entry, undefined)
  parseEach(updates, entry?.changes, `${path}/changes`, account, 'change', (into, change, changePath) => {
    const object = asObject(change)
    if (object === undefined)
      into.push(malformed({ path: changePath, account, name: 'change' }, 'not an object'))
    else parseChange(into, object, entry ?? {}, changePath, `${changePath}/value`)
  })
}

function parseChange(
  updates: ParsedUpdate[],
  change: Json,
  entry: Json,
  path: string,
  valuePath: string,
): void {
  const value = asObject(change.value)
  const account = accountOf(entry, value)
  const field =
    asText(change.field) ?? (change.field === undefined && hasItems(value) ? 'messages' : undefined)
  const place = { path, account, name: field ?? 'change' }
  if (field === undefined) {
    updates.push(malformed(place, 'no field'))
    return
  }
  const shape = fieldShape(field)
  if (shape === undefined) updates.push(unsupported(place, 'field'))
  else if (value === undefined) updates.push(malformed(place, 'no value'))
  else if (shape === 'items') parseValue(updates, value, valuePath, openScope(entry, field, value))
  else updates.push(accountUpdate(openScope(entry, field, value), valuePath, field, value))
}

function hasItems(value: Json | undefined): boolean {
  return value?.messages !== undefined || value?.statuses !== undefined
}
