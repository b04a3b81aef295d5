import { waitFor } from '@omnistream/common'
import type { Handler, Job, NewJob } from '../job.ts'
import type { ConsumeOptions } from '../queue.ts'
import type { QueueHarness } from './harness.ts'

export const numbered = (count: number, group = 'g'): NewJob[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${group}-${n}`, group }))

export const idsOf = (jobs: readonly { id: string }[]): string[] => jobs.map(({ id }) => id).toSorted()

export const calm: ConsumeOptions = { concurrency: 10, leaseMs: 30_000, pollMs: 20 }

/** Waits until nothing is left. */
export const emptied = (own: QueueHarness, deadlineMs = 20_000): Promise<true> =>
  waitFor(async () => (await own.left()).length === 0, {
    deadlineMs,
    intervalMs: 50,
    describe: 'an empty queue',
  })

/** A handler that notes what it gets and says `done`. */
export function noting(): { seen: Job[]; handler: Handler } {
  const seen: Job[] = []
  return {
    seen,
    handler: async ({ job }) => {
      seen.push(job)
      return { kind: 'done' }
    },
  }
}

/** A handler that holds every job until it is let go. */
export function gate(): { seen: Job[]; open(): void; handler: Handler } {
  const seen: Job[] = []
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return {
    seen,
    open,
    handler: async ({ job }) => {
      seen.push(job)
      await opened
      return { kind: 'done' }
    },
  }
}

export const until = (check: () => boolean | Promise<boolean>, describe: string, deadlineMs = 10_000) =>
  waitFor(check, { deadlineMs, describe })
