import type { EditUpdate } from '@omnistream/channels'
import type { EditDocument } from '@omnistream/mongo'
import { materialise, originalOf } from './materialise.ts'
import { compareText } from './origin.ts'
import type { MessageState, Provenance } from './types.ts'

/** Edits kept with a message; of more than this the oldest go, the original stays. */
export const editsMax = 50

/** An edit wins by its own time, not by when it arrives; all are kept, oldest first. */
export function mergeEdit(before: MessageState, update: EditUpdate, provenance: Provenance): MessageState {
  const incoming: EditDocument = {
    external_id: update.externalId,
    at: update.at === undefined ? provenance.receivedAt : new Date(update.at),
    type: update.type,
    content: update.content,
    parser_version: provenance.parserVersion,
  }
  const edits = before.edits ?? []
  const known = edits.find((edit) => edit.external_id === incoming.external_id)
  if (known && !takesPlace(incoming, known, provenance.replay)) return before
  const others = edits.filter((edit) => edit !== known)
  const merged = [...others, incoming].toSorted(byTime).slice(-editsMax)
  if (merged.length === edits.length && merged.every((edit, index) => edit === edits[index])) return before
  return materialise({ ...before, edits: merged }, originalOf(before))
}

const byTime = (a: EditDocument, b: EditDocument): number =>
  a.at.getTime() - b.at.getTime() || compareText(a.external_id, b.external_id)

function takesPlace(incoming: EditDocument, known: EditDocument, replay: boolean): boolean {
  if (incoming.parser_version !== known.parser_version)
    return replay || incoming.parser_version > known.parser_version
  const order = known.at.getTime() - incoming.at.getTime()
  if (order !== 0) return order > 0
  return compareText(JSON.stringify(incoming.content), JSON.stringify(known.content)) > 0
}
