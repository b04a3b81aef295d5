import type { Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ChannelError, DeliveryStatus, ParsedUpdate, StatusUpdate } from '../core/update.ts'
import { recipientOf } from './address.ts'
import { fieldText } from './fields.ts'
import { globalId } from './message.ts'

/** Each step of Twilio's own way is a step of ours; what waits at Twilio is pending. */
const words = new Map<string, DeliveryStatus>([
  ['queued', 'pending'],
  ['accepted', 'pending'],
  ['scheduled', 'pending'],
  ['sending', 'pending'],
  ['sent', 'sent'],
  // Some of the recipients: it never says more than it knows of all.
  ['partially_delivered', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** What a status update holds in full, and what says nothing of the status. */
const heldElsewhere = new Set(
  'MessageSid SmsSid SmsMessageSid AccountSid To MessageStatus SmsStatus ApiVersion ErrorCode ErrorMessage'.split(
    ' ',
  ),
)

/** A status callback: where a message of ours stands. They come in any order, and without a time. */
export function parseStatus(form: Json, id: string | undefined, word: string, account: string): ParsedUpdate {
  const status = words.get(word)
  if (id === undefined) return malformed({ path: '', account, name: 'status' }, 'a status without MessageSid')
  if (status === undefined) return unsupported({ path: '', account, name: word }, 'event', 'unknown status')
  const update: StatusUpdate = { kind: 'status', path: '', account, target: globalId(account, id), status }
  if (word !== status) update.nativeStatus = word
  const recipient = recipientOf(form)
  if (recipient !== undefined) update.recipient = recipient
  const error = errorOf(form)
  if (error !== undefined) update.errors = [error]
  const rest = Object.entries(form).filter(([name]) => !heldElsewhere.has(name))
  if (rest.length > 0) update.data = toData(Object.fromEntries(rest))
  return update
}

function errorOf(form: Json): ChannelError | undefined {
  const code = fieldText(form, 'ErrorCode')
  const message = fieldText(form, 'ErrorMessage')
  const error: ChannelError = {}
  if (code !== undefined && code !== '0') error.code = code
  if (message !== undefined) error.message = message
  return Object.keys(error).length === 0 ? undefined : error
}
