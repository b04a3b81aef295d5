import { backoffMs, createBatcher, OmniError, sleep } from '@omnistream/common'
import type { Context } from '../hookgres-context.ts'
import type { OnEvent } from './events.ts'
import { type Recorded, recordQuery } from './record-query.ts'
import type { Result } from './result.ts'
import { tellOf } from './tell-of.ts'

export type RecorderOptions = {
  disableAfterMs: number | null
  concurrency: number
  /** How long a result is tried to be written, ms: after that its claim has run out anyway. */
  patienceMs: number
  tell: OnEvent
  /** Aborted when nothing is waited for any more. */
  signal: AbortSignal
}

const pause = { baseMs: 100, maxMs: 2_000 }

/** Writes results, those of one moment together; goes on trying while the database is away. */
export function createRecorder(
  { pool, tables, logger }: Pick<Context, 'pool' | 'tables' | 'logger'>,
  options: RecorderOptions,
): (result: Result) => Promise<void> {
  const batch = createBatcher<Result>({
    ...{ maxItems: 200, maxBytes: 4_000_000, concurrency: 2 },
    ...{ maxPendingItems: 2 * options.concurrency + 200, maxPendingBytes: Number.MAX_SAFE_INTEGER },
    async flush(results) {
      const { rows } = await pool.query<Recorded>(recordQuery(tables, results, options.disableAfterMs))
      if (rows[0] !== undefined) tellOf(results, rows[0], options.tell)
      return undefined
    },
  })
  return async (result) => {
    const end = performance.now() + options.patienceMs
    const bytes = 4 * (result.attempt?.responseBody?.length ?? 0) + 200
    for (let failures = 0; ; failures += 1) {
      try {
        const added = await batch.add(result, bytes)
        if (added.ok) return
        throw new OmniError('HOOKGRES_OVERLOADED', 'more results than deliveries in hand')
      } catch (error) {
        logger.warn({ err: error, delivery: result.task.id, failures }, 'hookgres.record_failed')
        if (options.signal.aborted || performance.now() > end) throw error
      }
      await sleep(backoffMs(failures, pause), options.signal)
    }
  }
}
