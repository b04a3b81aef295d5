import { isDeepStrictEqual } from 'node:util'
import type { MessageUpdate } from '@omnistream/channels'
import type { OriginDocument } from '@omnistream/mongo'
import { materialise } from './materialise.ts'
import { mergeStatusAt } from './merge-status.ts'
import { sourceWins, weightOf } from './origin.ts'
import { threadOf } from './thread-of.ts'
import type { MessageState, Placement, Provenance } from './types.ts'

/** The message itself: of several copies the one with the stronger origin is shown (see `sourceWins`). */
export function mergeMessage(
  before: MessageState,
  update: MessageUpdate,
  provenance: Provenance,
  placement: Placement,
): MessageState {
  const at = update.at === undefined ? provenance.receivedAt : new Date(update.at)
  const origin: OriginDocument = {
    source: update.source,
    parser_version: provenance.parserVersion,
    audit_id: provenance.auditId,
    path: update.path,
    received_at: provenance.receivedAt,
    weight: weightOf(update.source, update.type),
  }
  const received = earlier(before.received_at, provenance.receivedAt)
  const withReceipt = received === before.received_at ? before : { ...before, received_at: received }
  const wins = !before.origin || sourceWins(origin, before.origin, provenance.replay)
  const withPlace = placeWins(before, update, wins) ? placed(withReceipt, update, placement) : withReceipt
  const withBase = wins ? withMessage(withPlace, update, origin) : withPlace
  const after = update.status ? mergeStatusAt(withBase, update.status, at) : withBase
  return after === before || isDeepStrictEqual(after, before) ? before : after
}

/** A copy that names no peer (a synced medium without `to`) leaves the message where another copy put it. */
function placeWins(before: MessageState, update: MessageUpdate, wins: boolean): boolean {
  const known = isKnown(threadOf(update.thread).key)
  const knownBefore = before.thread !== undefined && isKnown(before.thread.key)
  return known === knownBefore ? wins : known
}

const isKnown = (threadKey: string): boolean => threadKey !== '' && threadKey !== 'user_id:unknown'

const placed = (state: MessageState, update: MessageUpdate, placement: Placement): MessageState => ({
  ...state,
  ...(placement.conversationId ? { conversation_id: placement.conversationId } : {}),
  ...(placement.contactId ? { contact_id: placement.contactId } : {}),
  thread: threadOf(update.thread),
})

function withMessage(before: MessageState, update: MessageUpdate, origin: OriginDocument): MessageState {
  const {
    placeholder: _placeholder,
    native_type: _nativeType,
    context: _context,
    referral: _referral,
    errors: _errors,
    ...kept
  } = before
  return materialise(
    {
      ...kept,
      direction: update.direction,
      sender: update.sender,
      created_at: update.at === undefined ? origin.received_at : new Date(update.at),
      origin,
      ...(update.nativeType === undefined ? {} : { native_type: update.nativeType }),
      ...(update.context ? { context: update.context } : {}),
      ...(update.referral ? { referral: update.referral } : {}),
      ...(update.errors ? { errors: update.errors } : {}),
    },
    { type: update.type, content: update.content },
  )
}

const earlier = (a: Date | undefined, b: Date): Date => (a && a.getTime() <= b.getTime() ? a : b)
