import { asId, asObject, asText, type Json } from '../../core/access.ts'
import { malformed } from '../../core/unsupported.ts'
import type { ReactionUpdate } from '../../core/update.ts'
import type { EventParser } from './event.ts'
import { openFrame, timeOf } from './frame.ts'
import { globalId } from './scope.ts'

/** What older payloads name without an emoji. */
const emojiOf = new Map([
  ['smile', '😆'],
  ['haha', '😆'],
  ['angry', '😠'],
  ['sad', '😢'],
  ['wow', '😮'],
  ['love', '❤️'],
  ['like', '👍'],
  ['dislike', '👎'],
])

/** `reaction`: a person's one reaction to a message, or `unreact`, which has neither emoji nor name. */
export const parseReaction: EventParser = ({ item, node, path, scope }) => {
  const reaction = asObject(node)
  const mid = asId(reaction?.mid)
  if (reaction === undefined || mid === undefined) {
    return malformed({ path, account: scope.account, name: 'reaction' }, 'no mid')
  }
  const emoji = readEmoji(reaction)
  if (emoji === null && reaction.action !== 'unreact') {
    return malformed({ path, account: scope.account, name: 'reaction' }, 'neither emoji nor name')
  }
  const frame = openFrame(item, path, scope)
  const target = globalId(scope, mid)
  const at = timeOf(frame)
  const actor = frame.actor.identities[0]?.value ?? 'unknown'
  const update: ReactionUpdate = {
    kind: 'reaction',
    path,
    account: scope.account,
    target,
    externalId: `${target}:reaction:${actor}:${at ?? ''}`,
    direction: frame.direction,
    actor: frame.actor,
    emoji: reaction.action === 'unreact' ? null : emoji,
  }
  if (at !== undefined) update.at = at
  if (frame.peerKnown) update.thread = { kind: 'direct', peer: frame.peer }
  return update
}

function readEmoji(reaction: Json): string | null {
  const name = asText(reaction.reaction)
  return asText(reaction.emoji) ?? (name === undefined ? null : (emojiOf.get(name) ?? name))
}
