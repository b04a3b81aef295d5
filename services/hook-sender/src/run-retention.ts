import { type Logger, sleep } from '@omnistream/common'
import type { Hookgres } from '@omnistream/hookgres'

export type RetentionDeps = {
  hookgres: Pick<Hookgres, 'prune'>
  days: number
  intervalMs: number
  logger: Logger
  now(): Date
}

const dayMs = 86_400_000

/** Deletes what is older than the retention, in small steps, until it is to stop. */
export async function runRetention(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const olderThan = new Date(deps.now().getTime() - deps.days * dayMs)
    const { messages } = await deps.hookgres.prune({ olderThan, signal })
    if (messages > 0) deps.logger.info({ messages, older_than: olderThan }, 'webhooks.pruned')
    await sleep(deps.intervalMs, signal)
  }
}
