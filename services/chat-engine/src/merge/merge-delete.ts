import type { DeleteUpdate } from '@omnistream/channels'
import type { MessageState, Provenance } from './types.ts'

/** A delete is final, whenever it comes; the earliest of several is the one that is told. */
export function mergeDelete(
  before: MessageState,
  update: DeleteUpdate,
  provenance: Provenance,
): MessageState {
  const at = update.at === undefined ? provenance.receivedAt : new Date(update.at)
  const known = before.deleted_at
  return known && known.getTime() <= at.getTime() ? before : { ...before, deleted_at: at }
}
