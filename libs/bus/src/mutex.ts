/** Runs one task at a time, in the order they came; a task that fails does not hold up the next. */
export type Mutex = <T>(task: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task)
    last = mine.catch(() => {})
    return mine
  }
}
