import { asId, asObject, asText, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventMessage } from './event-message.ts'
import { calledOf, partyOf, unknownParty } from './people.ts'
import type { Scope } from './scope.ts'
import { threadOf } from './thread.ts'

type Change = { event: string; text: string }

/** A member of a chat, or the bot itself, has another standing: joined, left, banned, promoted, restricted. */
export function parseMember(item: Json, scope: Scope): ParsedUpdate {
  const before = asObject(item.old_chat_member)
  const after = asObject(item.new_chat_member)
  const chat = asObject(item.chat)
  if (asId(chat?.id) === undefined || after === undefined) {
    const place = { path: scope.path, account: scope.account, name: scope.family }
    return malformed(place, 'no chat or no member')
  }
  const sender = partyOf(item.from) ?? unknownParty
  const change =
    chat?.type === 'private' ? privateChange(after, calledOf(sender)) : groupChange(item, before, after)
  return eventMessage(item, scope, {
    type: 'system',
    thread: threadOf(item, false),
    sender,
    date: item.date,
    ...change,
  })
}

/** In a private chat the only member that changes is the bot: the person blocks it, or takes that back. */
function privateChange(after: Json, who: string): Change {
  return after.status === 'kicked'
    ? { event: 'blocked', text: `${who} blocked the bot` }
    : { event: 'unblocked', text: `${who} unblocked the bot` }
}

function groupChange(item: Json, before: Json | undefined, after: Json): Change {
  const who = calledOf(partyOf(item.from))
  const whom = calledOf(partyOf(after.user))
  const themselves = asId(asObject(item.from)?.id) === asId(asObject(after.user)?.id)
  const wasIn = isIn(before)
  if (!wasIn && isIn(after)) {
    return { event: 'joined', text: themselves ? `${whom} joined` : `${who} added ${whom}` }
  }
  if (after.status === 'kicked') return { event: 'banned', text: `${who} banned ${whom}` }
  if (wasIn && !isIn(after)) {
    return { event: 'left', text: themselves ? `${whom} left` : `${who} removed ${whom}` }
  }
  if (before?.status === 'kicked') return { event: 'unbanned', text: `${who} lifted the ban of ${whom}` }
  return standingChange(asText(before?.status), asText(after.status), who, whom)
}

function standingChange(
  before: string | undefined,
  after: string | undefined,
  who: string,
  whom: string,
): Change {
  if (before === after) return { event: 'rights_changed', text: `${who} changed the rights of ${whom}` }
  switch (after) {
    case 'creator':
      return { event: 'owner', text: `${whom} is the new owner` }
    case 'administrator':
      return { event: 'promoted', text: `${who} made ${whom} an administrator` }
    case 'restricted':
      return { event: 'restricted', text: `${who} restricted ${whom}` }
    default:
      return before === 'restricted'
        ? { event: 'unrestricted', text: `${who} lifted the restrictions of ${whom}` }
        : { event: 'demoted', text: `${whom} is no administrator any more` }
  }
}

/** A restricted person may be in the chat or not. */
function isIn(member: Json | undefined): boolean {
  if (member?.status === 'restricted') return member.is_member !== false
  return member?.status === 'member' || member?.status === 'administrator' || member?.status === 'creator'
}
