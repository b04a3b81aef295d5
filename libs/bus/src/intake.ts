/** A queue between one producer and several takers: a taker gets all that has come, up to its limit. */
export type Intake<T> = {
  push(item: T): void
  /** Waits for at least one item; undefined once the intake has ended. */
  take(choose: (waiting: T[]) => T[]): Promise<T[] | undefined>
  /** Lets no taker begin anew; returns what nobody took. */
  end(): T[]
}

export function createIntake<T>(): Intake<T> {
  const waiting: T[] = []
  const takers: (() => void)[] = []
  let ended = false
  return {
    push(item) {
      waiting.push(item)
      takers.shift()?.()
    },
    async take(choose) {
      while (!ended) {
        // One turn of the loop, so that items read together are taken together.
        await new Promise(setImmediate)
        if (ended) return undefined
        if (waiting.length > 0) return choose(waiting)
        await new Promise<void>((resolve) => takers.push(resolve))
      }
      return undefined
    },
    end() {
      ended = true
      for (const wake of takers.splice(0)) wake()
      return waiting.splice(0)
    },
  }
}
