import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate, ReactionUpdate } from '../core/update.ts'
import { messageId } from './message-id.ts'
import { partyOf, unknownParty } from './people.ts'
import { globalId, type Scope, updateKey } from './scope.ts'
import { threadOf } from './thread.ts'

/**
 * All reactions a person or chat has on a message from now on, as one: several stand beside each other, none takes
 * them back. In a forum and in a channel's direct messages nothing says which topic the message is of.
 */
export function parseReaction(item: Json, scope: Scope): ParsedUpdate {
  const chat = asObject(item.chat)
  const id = asId(item.message_id)
  if (asId(chat?.id) === undefined || id === undefined)
    return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no message')
  const actor = partyOf(item.user) ?? partyOf(item.actor_chat) ?? unknownParty
  const emojis = asList(item.new_reaction)
    .map(emojiOf)
    .filter((emoji) => emoji !== undefined)
  const update: ReactionUpdate = {
    kind: 'reaction',
    path: scope.path,
    account: scope.account,
    target: globalId(scope, messageId(item, false)),
    externalId: globalId(scope, updateKey(scope, item)),
    direction: actor.identities[0]?.value === scope.account ? 'outbound' : 'inbound',
    actor,
    emoji: emojis.length === 0 ? null : emojis.join(' '),
  }
  const at = toMilliseconds(item.date)
  if (at !== undefined) update.at = at
  if (chat?.is_forum !== true && chat?.is_direct_messages !== true)
    update.thread = threadOf({ ...item, from: item.user }, false)
  return update
}

/** A custom emoji is a picture that only its id names; a paid reaction is a star. */
function emojiOf(raw: unknown): string | undefined {
  const reaction = asObject(raw)
  const custom = asId(reaction?.custom_emoji_id)
  if (custom !== undefined) return `custom_emoji:${custom}`
  return asText(reaction?.emoji) ?? (reaction?.type === 'paid' ? '⭐' : asText(reaction?.type))
}
