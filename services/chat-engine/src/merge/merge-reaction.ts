import { isDeepStrictEqual } from 'node:util'
import { cutText, type ReactionUpdate } from '@omnistream/channels'
import type { ReactionDocument } from '@omnistream/mongo'
import { compareText } from './origin.ts'
import type { MessageState, Provenance } from './types.ts'

/** Code points; a message holds the reactions of everybody, so one must not be megabytes. */
const emojiCharsMax = 200

/**
 * Each person has one reaction to a message, their newest, or one in each slot. One taken back stays as a mark, or a
 * late copy of the older reaction would bring it back.
 */
export function mergeReaction(
  before: MessageState,
  update: ReactionUpdate,
  provenance: Provenance,
  actor: string,
): MessageState {
  const incoming: ReactionDocument = {
    actor,
    ...(update.slot === undefined ? {} : { slot: update.slot }),
    emoji: update.emoji === null ? null : cutText(update.emoji, emojiCharsMax),
    at: update.at === undefined ? provenance.receivedAt : new Date(update.at),
    external_id: update.externalId,
    parser_version: provenance.parserVersion,
  }
  const isSame = (reaction: ReactionDocument): boolean =>
    reaction.actor === actor && reaction.slot === incoming.slot
  const known = before.reactions?.find(isSame)
  if (known && !takesPlace(incoming, known, provenance.replay)) return before
  const others = (before.reactions ?? []).filter((reaction) => !isSame(reaction))
  return { ...before, reactions: [...others, incoming].toSorted(inFixedOrder) }
}

const inFixedOrder = (a: ReactionDocument, b: ReactionDocument): number =>
  compareText(a.actor, b.actor) || compareText(a.slot ?? '', b.slot ?? '')

/** One total order, or three copies of two reactions would depend on who came first. */
function takesPlace(incoming: ReactionDocument, known: ReactionDocument, replay: boolean): boolean {
  const sameBytesAgain =
    incoming.external_id === known.external_id && incoming.at.getTime() === known.at.getTime()
  // What the current parser makes of it stands, even where an older one made more of it.
  if (replay && sameBytesAgain) return !isDeepStrictEqual(incoming, known)
  const order =
    incoming.at.getTime() - known.at.getTime() ||
    compareText(incoming.external_id, known.external_id) ||
    incoming.parser_version - known.parser_version ||
    compareText(incoming.emoji ?? '', known.emoji ?? '')
  return order > 0
}
