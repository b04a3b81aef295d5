import type { BusConnection, Subjects } from '@omnistream/bus'
import { sleep } from '@omnistream/common'
import { isServerAway } from '../batch/server-away.ts'
import { contactWork } from './contact-work.ts'
import type { MoveDeps } from './move-deps.ts'
import { threadWork } from './thread-work.ts'

export type MoverDeps = MoveDeps & {
  bus: BusConnection
  subjects: Subjects
  intervalMs: number
  /**
   * How long after a merge its messages are moved once more: a batch that had resolved the old contact before
   * the merge may still write under it.
   */
  settleMs: number
}

/** One thing to do; each is idempotent, and stays in its list until it is done. */
export type MoveTask = { what: string; id: string; run(): Promise<void> }

const tasksMax = 100

/**
 * Moves what hangs on contacts and conversations that were merged, or were taken apart again, and tells of it. A crash
 * anywhere leaves the merge in its list. One that cannot be moved holds nobody else up.
 */
export async function runMergedMover(deps: MoverDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if ((await moveOnce(deps, signal)) < tasksMax) await sleep(deps.intervalMs, signal)
  }
}

/** One round; out: how much was done. */
export async function moveOnce(deps: MoverDeps, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (const work of [contactWork, threadWork]) {
    for (const task of await work(deps, tasksMax)) {
      if (signal?.aborted) return done
      if (await attempt(task, deps)) done += 1
    }
  }
  return done
}

async function attempt(task: MoveTask, { logger }: MoverDeps): Promise<boolean> {
  try {
    await task.run()
    logger.info({ merge_id: task.id }, task.what)
    return true
  } catch (error) {
    if (isServerAway(error)) throw error
    logger.error({ err: error, merge_id: task.id }, `${task.what}.failed`)
    return false
  }
}
