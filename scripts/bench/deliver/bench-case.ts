/** One thing that is measured: `prepare` puts the jobs in, `run` works them off and resolves when the last one is done. */
export type BenchCase = {
  name: string
  prepare(jobs: number): Promise<void>
  run(jobs: number): Promise<void>
  close?(): Promise<void>
}

/** Jobs under way at once, for everyone. */
export const concurrency = 64
/** Connections to PostgreSQL, for everyone. */
export const poolMax = 12

const warmUpShare = 0.1

/** Jobs a second, after a tenth of them as a warm-up. */
export async function measure(one: BenchCase, jobs: number): Promise<number> {
  try {
    let rate = 0
    for (const count of [Math.ceil(jobs * warmUpShare), jobs]) {
      await one.prepare(count)
      const begin = performance.now()
      await one.run(count)
      rate = count / ((performance.now() - begin) / 1_000)
    }
    return rate
  } finally {
    await one.close?.()
  }
}

/** Counts to a number; `done` resolves there. */
export function countdown(total: number): { done: Promise<void>; tick(count?: number): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = total
  return {
    done: promise,
    tick(count = 1) {
      left -= count
      if (left <= 0) resolve()
    },
  }
}
