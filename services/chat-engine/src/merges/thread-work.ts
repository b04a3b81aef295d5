import {
  finishThreadMerge,
  listSettledThreadMerges,
  listSettledThreadUndos,
  listUntoldThreadMerges,
  markThreadMergeTold,
  type ThreadMergeRecord,
} from '@omnistream/postgres'
import { mergeEvent, publishEvents } from './merge-events.ts'
import { moveThread, moveThreadBack } from './move-thread.ts'
import type { MoverDeps, MoveTask } from './run-mover.ts'

/** What is to be done about merged threads now; the same steps as for contacts. */
export async function threadWork(deps: MoverDeps, limit: number): Promise<MoveTask[]> {
  const { pool, settleMs } = deps
  const before = new Date(deps.now().getTime() - settleMs)
  const untold = await listUntoldThreadMerges(pool, limit)
  const merges = await listSettledThreadMerges(pool, { before, limit })
  const undone = await listSettledThreadUndos(pool, { before, limit })
  const settle = (what: string, move: typeof moveThread) => (merge: ThreadMergeRecord) => ({
    ...{ what, id: merge.id },
    async run() {
      await move(merge, deps)
      await finishThreadMerge(pool, { tenantId: merge.tenantId, id: merge.id, now: deps.now() })
    },
  })
  return [
    ...untold.map((merge) => ({
      ...{ what: merge.undoneAt === null ? 'conversation.merged' : 'conversation.unmerged', id: merge.id },
      run: () => begin(merge, deps),
    })),
    ...merges.map(settle('conversation.merge_settled', moveThread)),
    ...undone.map(settle('conversation.unmerge_settled', moveThreadBack)),
  ]
}

async function begin(merge: ThreadMergeRecord & { told: boolean }, deps: MoverDeps): Promise<void> {
  const { tenantId, id } = merge
  if (merge.undoneAt === null) await moveThread(merge, deps)
  else await moveThreadBack(merge, deps)
  const data = { from_conversation_id: merge.from, into_conversation_id: merge.into }
  const events = [
    ...(merge.told ? [] : [{ type: 'conversation.merged' as const, at: merge.mergedAt, data }]),
    ...(merge.undoneAt === null
      ? []
      : [{ type: 'conversation.unmerged' as const, at: merge.undoneAt, data: { ...data } }]),
  ]
  for (const event of events) await publishEvents(deps.bus, [mergeEvent(merge, event, deps.subjects)])
  await markThreadMergeTold(deps.pool, { tenantId, id, undone: merge.undoneAt !== null, now: deps.now() })
}
