import { createBatcher, OmniError } from '@omnistream/common'
import type { Work } from '@omnistream/queue'
import type { Context } from '../hookgres-context.ts'
import { claimQuery, loadQuery } from './claim-tasks.ts'
import { createSlots, type Slots } from './slots.ts'
import type { Task } from './task.ts'

/** Undefined: there is nothing to do, as the row is gone, has ended or is in other hands. */
export type Taken = { task: Task; waitMs: number } | undefined

export type TakeOptions = { isFed: boolean; leaseMs: number; restMs: number; concurrency: number }

/** Reads the tasks of many jobs with one question, and asks for the slots of those whose endpoint is limited. */
export function createTaker(
  { pool, tables }: Pick<Context, 'pool' | 'tables'>,
  options: TakeOptions,
): (work: Pick<Work, 'job' | 'lease'>) => Promise<Taken> {
  const slots: Slots = createSlots(pool, tables)
  const batch = createBatcher<{ id: string; lease: string }, Taken>({
    ...{ maxItems: 200, maxBytes: 200, concurrency: 2 },
    ...{ maxPendingItems: 2 * options.concurrency + 200, maxPendingBytes: Number.MAX_SAFE_INTEGER },
    async flush(claims) {
      const query = options.isFed
        ? claimQuery(
            tables,
            claims.map(({ id }) => id),
            options,
          )
        : loadQuery(tables, claims)
      const { rows } = await pool.query<Task>(query)
      const waits = await slots.ask(
        rows.filter((task) => task.rateLimit !== null && !task.disabled && !task.paused),
      )
      const found = new Map(rows.map((task) => [task.id, { task, waitMs: waits.get(task.id) ?? 0 }]))
      return claims.map(({ id }) => {
        const taken = found.get(id)
        // A driver that hands one job out twice must not have it done twice.
        found.delete(id)
        return taken
      })
    },
  })
  return async ({ job, lease }) => {
    const added = await batch.add({ id: job.id, lease }, 1)
    if (!added.ok) throw new OmniError('HOOKGRES_OVERLOADED', 'more deliveries in hand than were asked for')
    return added.result
  }
}
