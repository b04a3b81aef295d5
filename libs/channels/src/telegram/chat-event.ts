import { asId, asObject, asText, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventMessage } from './event-message.ts'
import { calledOf, partyOf, unknownParty } from './people.ts'
import type { Scope } from './scope.ts'
import { lines } from './structured.ts'
import { threadOf } from './thread.ts'

/** Somebody asks to be let into a chat, with a word about themselves. */
export function parseJoinRequest(item: Json, scope: Scope): ParsedUpdate {
  const sender = partyOf(item.from) ?? unknownParty
  return inChat(item, scope, () =>
    eventMessage(item, scope, {
      type: 'system',
      thread: threadOf(item, false),
      sender,
      text: lines(`${calledOf(sender)} asks to join`, item.bio),
      date: item.date,
      event: 'join_requested',
    }),
  )
}

/** A boost of a chat was given, prolonged or has ended. */
export function parseBoost(item: Json, scope: Scope): ParsedUpdate {
  const ended = scope.family === 'removed_chat_boost'
  const boost = ended ? item : (asObject(item.boost) ?? {})
  const sender = partyOf(asObject(boost.source)?.user) ?? unknownParty
  const who = calledOf(sender)
  return inChat(item, scope, () =>
    eventMessage(item, scope, {
      type: 'system',
      thread: threadOf(item, false),
      sender,
      text: ended ? `${who} no longer boosts the chat` : `${who} boosted the chat`,
      date: ended ? boost.remove_date : boost.add_date,
      event: ended ? 'boost_ended' : 'boosted',
    }),
  )
}

/** A person's paid subscription to the bot: `active`, `canceled`, `failed` … */
export function parseSubscription(item: Json, scope: Scope): ParsedUpdate {
  const sender = partyOf(item.user)
  if (sender === undefined)
    return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no user')
  return eventMessage(item, scope, {
    type: 'system',
    thread: { kind: 'direct', peer: sender },
    sender,
    text: `Subscription of ${calledOf(sender)}: ${asText(item.state) ?? 'changed'}`,
    event: 'subscription',
  })
}

function inChat(item: Json, scope: Scope, parse: () => ParsedUpdate): ParsedUpdate {
  if (asId(asObject(item.chat)?.id) !== undefined) return parse()
  return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no chat')
}
