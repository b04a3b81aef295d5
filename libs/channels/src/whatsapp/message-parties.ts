import { asId, asObject, type Json } from '../core/access.ts'
import type { Direction, Party, Source, Thread } from '../core/update.ts'
import { onlyContact, partyOf } from './contact-book.ts'
import { isNobody, type PersonIds, readPersonIds, toParty } from './identities.ts'
import { digitsOf, type Scope } from './scope.ts'

/**
 * Where messages come from decides who wrote them. `peer` is the other side of a history thread and wins over a
 * message's own spelling, so that the thread stays one; `alone` says that the value has this one message.
 */
export type Origin = { source: Source; peer?: PersonIds; alone?: boolean }

export type MessageParties = {
  direction: Direction
  source: Source
  sender: Party
  thread: Thread
  /** False where the payload names nobody the thread could belong to. */
  threadKnown: boolean
}

/** Who wrote a message to whom, and the thread it belongs to. */
export function messageParties(item: Json, scope: Scope, origin: Origin): MessageParties {
  const direction = directionOf(item, scope, origin)
  const from = readPersonIds(item.from_user_id, item.from, item.from_parent_user_id, item.username)
  const peerIds = direction === 'inbound' ? senderIds(item, from, scope, origin) : recipientIds(item, origin)
  const peer = partyOf(scope.book, peerIds)
  const sender = direction === 'inbound' ? peer : businessParty(scope, from)
  const groupId = asId(item.group_id)
  const thread: Thread = groupId === undefined ? { kind: 'direct', peer } : { kind: 'group', id: groupId }
  const threadKnown = groupId !== undefined || !isNobody(peerIds)
  return { direction, source: origin.source, sender, thread, threadKnown }
}

/**
 * Only what comes under `messages` is inbound by its place. In a history thread the sender is compared with both
 * sides: the business number by its digits, the peer by the thread's id.
 */
function directionOf(item: Json, scope: Scope, origin: Origin): Direction {
  if (origin.source === 'live') return 'inbound'
  if (origin.source === 'echo') return 'outbound'
  const from = asId(item.from)
  if (scope.businessDigits !== '' && digitsOf(from) === scope.businessDigits) return 'outbound'
  const { peer } = origin
  if (from !== undefined && from === peer?.waId) return 'inbound'
  if (item.from_user_id !== undefined && asId(item.from_user_id) === peer?.bsuid) return 'inbound'
  return asId(item.to) !== undefined || asId(item.to_user_id) !== undefined ? 'outbound' : 'inbound'
}

/** Some system messages name their person only inside `system`: by the old number, or by the new user id. */
function senderIds(item: Json, from: PersonIds, scope: Scope, origin: Origin): PersonIds {
  if (origin.peer !== undefined) return { ...from, ...origin.peer }
  if (!isNobody(from)) return from
  const system = item.type === 'system' ? asObject(item.system) : undefined
  const before = readPersonIds(undefined, system?.customer)
  if (!isNobody(before)) return before
  const renamed = readPersonIds(system?.user_id, undefined, system?.parent_user_id)
  if (!isNobody(renamed)) return renamed
  return (origin.alone === true ? onlyContact(scope.book) : undefined) ?? from
}

function recipientIds(item: Json, origin: Origin): PersonIds {
  const to = readPersonIds(item.to_user_id, item.to, item.to_parent_user_id)
  return { ...to, ...origin.peer }
}

/** The business by the ids an item gives it, else by its number, else by the account it is. */
export function businessParty(scope: Scope, said: PersonIds): Party {
  if (!isNobody(said)) return toParty(said)
  if (scope.businessDigits !== '') return toParty({ waId: scope.businessDigits })
  return scope.account === '' ? toParty({}) : { identities: [{ kind: 'user_id', value: scope.account }] }
}
