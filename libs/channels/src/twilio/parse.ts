import { asObject, type Json } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { fieldId, fieldText } from './fields.ts'
import { parseMessage } from './message.ts'
import { parseStatus } from './status.ts'

/** Parameters that name what a webhook is, where it is neither a message nor the status of one. */
const namingFields = ['EventType', 'Type', 'CallStatus', 'VerificationStatus'] as const

/** The one item of a webhook. Pure and total; a list (Event Streams) gives one unsupported update for each event. */
export function parse(payload: unknown, callback: Callback): ParsedUpdate[] {
  const updates: ParsedUpdate[] = []
  const account = accountOf(asObject(payload) ?? {}, callback)
  if (Array.isArray(payload) && payload.length > 0) {
    for (const [index, event] of payload.entries()) updates.push(streamEvent(event, `/${index}`, account))
    return updates
  }
  guardItem(updates, { path: '', account, name: 'webhook' }, () => parseItem(payload, account))
  return updates
}

function parseItem(payload: unknown, account: string): ParsedUpdate | ParsedUpdate[] {
  const form = asObject(payload)
  if (form === undefined) return malformed({ path: '', account, name: 'webhook' }, 'not an object')
  const id = fieldId(form, 'MessageSid') ?? fieldId(form, 'SmsSid') ?? fieldId(form, 'SmsMessageSid')
  const event = fieldText(form, 'EventType')
  // A conversation's webhook has message SIDs of its own kind, and the account's other webhooks tell of the same.
  if (fieldId(form, 'ConversationSid') !== undefined || (id === undefined && !isMessage(form))) {
    return otherWebhook(form, account, event)
  }
  const status = statusOf(form)
  return status === undefined ? parseMessage(form, id, account) : parseStatus(form, id, status, account)
}

/** The word of a status callback; undefined for a message, which is `received`. */
function statusOf(form: Json): string | undefined {
  const word = (fieldText(form, 'MessageStatus') ?? fieldText(form, 'SmsStatus'))?.toLowerCase()
  return word === 'received' || word === 'receiving' ? undefined : word
}

function isMessage(form: Json): boolean {
  return fieldId(form, 'From') !== undefined && (form.Body !== undefined || form.NumMedia !== undefined)
}

function otherWebhook(form: Json, account: string, event: string | undefined): ParsedUpdate {
  const place = { path: '', account, name: event ?? 'webhook' }
  if (event !== undefined) return unsupported(place, 'event')
  const naming = namingFields.find((name) => fieldText(form, name) !== undefined)
  return naming === undefined
    ? malformed(place, 'neither a message nor a status: no MessageSid')
    : unsupported({ ...place, name: naming }, 'event')
}

function streamEvent(raw: unknown, path: string, account: string): ParsedUpdate {
  const event = asObject(raw)
  const name = event === undefined ? undefined : fieldText(event, 'type')
  return name === undefined
    ? malformed({ path, account, name: 'event' }, 'no event with a type')
    : unsupported({ path, account, name }, 'event')
}

function accountOf(form: Json, callback: Callback): string {
  return fieldId(form, 'AccountSid') ?? callback.account ?? ''
}
