import {
  type ContactMergeRecord,
  contactRoot,
  finishMerge,
  finishUndo,
  listPendingMerges,
  listSettledUndos,
  listUntoldMerges,
  markMergeTold,
} from '@omnistream/postgres'
import { mergeEvent, publishEvents } from './merge-events.ts'
import { moveContact } from './move-contact.ts'
import { moveContactBack } from './move-contact-back.ts'
import type { MoverDeps, MoveTask } from './run-mover.ts'

/** What is to be done about merged contacts now: the new ones, and once more those that have settled. */
export async function contactWork(deps: MoverDeps, limit: number): Promise<MoveTask[]> {
  const { pool, settleMs } = deps
  const settled = new Date(deps.now().getTime() - settleMs)
  const untold = await listUntoldMerges(pool, limit)
  const merges = await listPendingMerges(pool, { mergedBefore: settled, limit })
  const undone = await listSettledUndos(pool, { undoneBefore: settled, limit })
  return [
    ...untold.map((merge) => ({
      ...{ what: merge.undoneAt === null ? 'contact.merged' : 'contact.unmerged', id: merge.id },
      run: () => begin(merge, deps),
    })),
    ...merges.map((merge) => ({
      ...{ what: 'contact.merge_settled', id: merge.from },
      async run() {
        await moveContact(merge, deps)
        await finishMerge(pool, { tenantId: merge.tenantId, from: merge.from, now: deps.now() })
      },
    })),
    ...undone.map((merge) => ({
      ...{ what: 'contact.unmerge_settled', id: merge.id },
      async run() {
        await moveContactBack(merge, deps)
        await finishUndo(pool, { tenantId: merge.tenantId, id: merge.id, now: deps.now() })
      },
    })),
  ]
}

/** What the events of a merge say. */
export const contactMergeData = ({
  from,
  into,
  cause,
}: Pick<ContactMergeRecord, 'from' | 'into' | 'cause'>) => ({
  ...{ from_contact_id: from, into_contact_id: into, cause },
})

/** Moves, then tells: whoever hears of a merge finds the messages where it says. */
async function begin(merge: ContactMergeRecord & { told: boolean }, deps: MoverDeps): Promise<void> {
  const { pool, bus, subjects } = deps
  const { tenantId, id } = merge
  if (merge.undoneAt === null) {
    const into = await contactRoot(pool, { tenantId, contactId: merge.from })
    if (into !== undefined && into !== merge.from) await moveContact({ ...merge, into }, deps)
  } else await moveContactBack(merge, deps)
  const data = contactMergeData(merge)
  const events = [
    ...(merge.told ? [] : [{ type: 'contact.merged' as const, at: merge.mergedAt, data }]),
    ...(merge.undoneAt === null
      ? []
      : [{ type: 'contact.unmerged' as const, at: merge.undoneAt, data: { ...data } }]),
  ]
  // In turn: the undoing is never heard of before the merge.
  for (const event of events) await publishEvents(bus, [mergeEvent(merge, event, subjects)])
  await markMergeTold(pool, { tenantId, id, undone: merge.undoneAt !== null, now: deps.now() })
}
