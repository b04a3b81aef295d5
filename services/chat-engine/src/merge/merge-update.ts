import { mergeDelete } from './merge-delete.ts'
import { mergeEdit } from './merge-edit.ts'
import { mergeMessage } from './merge-message.ts'
import { mergeReaction } from './merge-reaction.ts'
import { mergeStatus } from './merge-status.ts'
import type { MergeableUpdate, MergeInput, MessageState, Placement } from './types.ts'

/**
 * Puts one update into a message (invariant 5). Commutative and idempotent: any order of any number of copies of
 * the same updates gives the same state, so workers need no partitions and a replay is safe. An update whose
 * message has not come yet makes a placeholder, which the message fills later.
 *
 * @returns the same object where the update changes nothing.
 */
export function mergeUpdate(state: MessageState | undefined, input: MergeInput): MessageState {
  const before = state ?? placeholder(input.placement, targetOf(input.update))
  const { update, provenance, placement } = input
  switch (update.kind) {
    case 'message':
      return mergeMessage(before, update, provenance, placement)
    case 'status':
      return mergeStatus(before, update, provenance)
    case 'reaction':
      return mergeReaction(before, update, provenance, placement.actor)
    case 'edit':
      return mergeEdit(before, update, provenance)
    case 'delete':
      return mergeDelete(before, update, provenance)
  }
}

/** The external id of the message that an update is about. */
export const targetOf = (update: MergeableUpdate): string =>
  update.kind === 'message' ? update.externalId : update.target

const placeholder = (placement: Placement, externalId: string): MessageState => ({
  _id: placement.messageId,
  tenant_id: placement.tenantId,
  account_id: placement.accountId,
  channel: placement.channel,
  external_id: externalId,
  placeholder: true,
})
