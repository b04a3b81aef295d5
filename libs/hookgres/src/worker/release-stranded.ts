import { sleep } from '@omnistream/common'
import { releaseHeld, strandedQuery } from '../endpoints/release-held.ts'
import type { Context } from '../hookgres-context.ts'

/** Now and then lets go what a resume or a disabling that was interrupted has left held, until `signal` aborts. */
export async function releaseStranded(
  context: Pick<Context, 'pool' | 'tables' | 'logger'>,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { rows } = await context.pool.query<{ id: string }>(strandedQuery(context.tables))
      for (const { id } of rows) await releaseHeld(context, id)
    } catch (error) {
      context.logger.warn({ err: error }, 'hookgres.release_failed')
    }
    await sleep(intervalMs, signal)
  }
}
