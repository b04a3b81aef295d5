import { asId, asObject, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { emojiOf } from './emoji.ts'
import { isOurs, partyOf } from './people.ts'
import { channelOf, eventKey, messageId, type Scope, timeOf } from './scope.ts'
import { threadOf } from './thread.ts'

/** One of the reactions a person has on a message, given or taken back: each name is a slot of its own. */
export function parseReaction(item: Json, scope: Scope): ParsedUpdate {
  const on = asObject(item.item)
  const actor = partyOf(item.user)
  const slot = asId(item.reaction)
  const user = actor?.identities[0]?.value
  if (on === undefined || actor === undefined || user === undefined || slot === undefined)
    return malformed(scope, 'no person, reaction or item')
  const channel = channelOf(on)
  const ts = asId(on.ts)
  if (channel === undefined || ts === undefined)
    return { kind: 'ignored', path: scope.path, account: scope.account, reason: 'a reaction to no message' }
  const target = messageId(scope, channel, ts)
  const ours = isOurs(item, scope)
  const at = timeOf(scope, item.event_ts)
  return {
    kind: 'reaction',
    path: scope.path,
    account: scope.account,
    target,
    externalId: `${target}/${slot}/${user}@${eventKey(item, scope)}`,
    direction: ours ? 'outbound' : 'inbound',
    actor,
    thread: threadOf(channel, ours ? undefined : actor, scope),
    emoji: scope.name === 'reaction_removed' ? null : emojiOf(slot),
    slot,
    ...(at === undefined ? {} : { at }),
  }
}
