import { asId, asNumber, type Json } from '../core/access.ts'
import type { Direction, Party, Thread } from '../core/update.ts'
import type { Scope } from './scope.ts'

/** Chats of several people are numbered from here on; below are people, communities are negative. */
const firstChat = 2_000_000_000

/** Somebody by the only thing VK tells of people: their id. */
export function partyOf(id: unknown): Party {
  return { identities: [{ kind: 'user_id', value: asId(id) ?? 'unknown' }] }
}

/** What a sentence calls somebody. */
export function calledOf(id: unknown): string {
  const known = asId(id)
  if (known === undefined) return 'Somebody'
  return known.startsWith('-') ? `Community ${known.slice(1)}` : `User ${known}`
}

/** The conversation of a peer id: a chat, or whoever writes to the community. `name` is a chat's, where known. */
export function threadOf(peerId: unknown, name?: string): Thread {
  const id = asId(peerId) ?? 'unknown'
  if ((asNumber(id) ?? 0) < firstChat) return { kind: 'direct', peer: partyOf(id) }
  return name === undefined ? { kind: 'group', id } : { kind: 'group', id, name }
}

/** Whether the community wrote a message: it says so by `out`, or by having sent it. */
export function directionOf(message: Json, scope: Scope): Direction {
  const isOurs =
    scope.event === 'message_reply' ||
    asNumber(message.out) === 1 ||
    (scope.account !== '' && asId(message.from_id) === `-${scope.account}`)
  return isOurs ? 'outbound' : 'inbound'
}
