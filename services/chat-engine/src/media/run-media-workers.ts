import { sleep } from '@omnistream/common'
import { claimDue } from './media-rows.ts'
import { type MediaWorkDeps, workMedium } from './work-medium.ts'

export type MediaWorkersDeps = MediaWorkDeps & { concurrency: number; pollMs: number }

/** Fetches what is due, several at once, until it is to stop. One that fails ends all: a server is away. */
export async function runMediaWorkers(deps: MediaWorkersDeps, signal: AbortSignal): Promise<void> {
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const lane = async (): Promise<void> => {
    try {
      while (!stop.aborted) await workOne(deps, stop)
    } catch (error) {
      failed.abort()
      throw error
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: deps.concurrency }, lane))
  const broken = lanes.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
}

async function workOne(deps: MediaWorkersDeps, signal: AbortSignal): Promise<void> {
  const row = await claimDue(deps)
  if (row) await workMedium(row, deps, signal)
  else await sleep(deps.pollMs, signal)
}
