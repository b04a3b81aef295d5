import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import { malformed } from '../core/unsupported.ts'
import type { Direction, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { partyOf } from './contact-book.ts'
import { parseErrors } from './errors.ts'
import { type PersonIds, readPersonIds } from './identities.ts'
import { businessParty } from './message-parties.ts'
import { digitsOf, globalId, type Scope } from './scope.ts'

const callStatuses = new Set(['RINGING', 'ACCEPTED', 'REJECTED'])

/** Whether an item of `statuses[]` is about a call; older payloads have no `type`. */
export function isCallStatus(item: Json): boolean {
  return item.type === 'call' || (typeof item.status === 'string' && callStatuses.has(item.status))
}

/** One item of `calls[]`, as a visible message. */
export function parseCall(raw: unknown, path: string, scope: Scope): ParsedUpdate {
  const item = asObject(raw)
  if (item === undefined) return malformed({ path, account: scope.account, name: 'call' }, 'not an object')
  const direction = callDirection(item, scope)
  const from = readPersonIds(item.from_user_id, item.from, item.from_parent_user_id)
  const to = readPersonIds(item.to_user_id, item.to, item.to_parent_user_id)
  const [peer, business] = direction === 'inbound' ? [from, to] : [to, from]
  return callMessage(item, path, scope, { direction, peer, business, step: asId(item.event) ?? 'call' })
}

/** The status of a call of ours: ringing, accepted or rejected at the other side. */
export function parseCallStatus(item: Json, path: string, scope: Scope): MessageUpdate {
  const parent = item.recipient_parent_user_id ?? item.parent_recipient_user_id
  const peer = readPersonIds(item.recipient_user_id, item.recipient_id, parent)
  const step = asId(item.status)?.toLowerCase() ?? 'status'
  return callMessage(item, path, scope, { direction: 'outbound', peer, business: {}, step })
}

type CallSides = { direction: Direction; peer: PersonIds; business: PersonIds; step: string }

/** Each step of a call is a message of its own, so the step is part of the id: all share the call's id. */
function callMessage(item: Json, path: string, scope: Scope, sides: CallSides): MessageUpdate {
  const nativeId = `${asId(item.id) ?? contentHash(scope.account, item)}:${sides.step}`
  const peer = partyOf(scope.book, sides.peer)
  const message: MessageUpdate = {
    kind: 'message',
    path,
    account: scope.account,
    externalId: globalId(scope, nativeId),
    thread: { kind: 'direct', peer },
    direction: sides.direction,
    source: 'live',
    type: 'call',
    sender: sides.direction === 'inbound' ? peer : businessParty(scope, sides.business),
    content: { text: callText(item, sides.step), data: toData(item) },
  }
  const at = toMilliseconds(item.timestamp)
  if (at !== undefined) message.at = at
  const errors = parseErrors(item.errors)
  if (errors.length > 0) message.errors = errors
  return message
}

/** `call terminate completed`: the event and, at the end of a call, how it ended (a word or a list of words). */
function callText(item: Json, step: string): string {
  const outcome = Array.isArray(item.status) ? asList(item.status) : [item.status]
  const words = outcome.map((word) => asText(word)?.toLowerCase()).filter((word) => word !== undefined)
  return [...new Set(['call', step, ...words])].join(' ')
}

function callDirection(item: Json, scope: Scope): Direction {
  const said = asText(item.direction)?.toUpperCase()
  if (said === 'USER_INITIATED') return 'inbound'
  if (said === 'BUSINESS_INITIATED') return 'outbound'
  const from = digitsOf(item.from)
  return from !== '' && from === scope.businessDigits ? 'outbound' : 'inbound'
}
