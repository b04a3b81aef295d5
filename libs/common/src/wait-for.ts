import { OmniError } from './errors.ts'
import { sleep } from './sleep.ts'

export type WaitOptions = {
  deadlineMs: number
  /** What is waited for, in words; ends up in the error. */
  describe: string | (() => string)
  intervalMs?: number
  signal?: AbortSignal
}

type Falsy = undefined | null | false | 0 | ''

/**
 * Asks `check` again and again until it gives something truthy and returns that. A check that throws counts as
 * "not yet". Throws OmniError DEADLINE_EXCEEDED (last error as cause) or ABORTED.
 */
export const waitFor = async <Value>(
  check: () => Value | Falsy | Promise<Value | Falsy>,
  options: WaitOptions,
): Promise<Exclude<Value, Falsy>> => {
  const end = performance.now() + options.deadlineMs
  let cause: unknown
  for (;;) {
    if (options.signal?.aborted === true)
      throw new OmniError('ABORTED', `gave up waiting for ${described(options)}`)
    try {
      const value = await check()
      if (value) return value as Exclude<Value, Falsy>
      cause = undefined
    } catch (error) {
      cause = error
    }
    const leftMs = end - performance.now()
    if (leftMs <= 0) {
      throw new OmniError('DEADLINE_EXCEEDED', `${described(options)}: not within ${options.deadlineMs} ms`, {
        cause,
      })
    }
    await sleep(Math.min(options.intervalMs ?? 20, leftMs), options.signal)
  }
}

/** A function is asked only when the wait has failed, for what was seen by then. */
const described = ({ describe }: WaitOptions): string =>
  typeof describe === 'string' ? describe : describe()
