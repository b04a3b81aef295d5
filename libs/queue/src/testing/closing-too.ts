import type { Queue } from '../queue.ts'

/** A queue that closes what was opened for it. */
export function closingToo(queue: Queue, close: () => Promise<void>): Queue {
  let closing: Promise<void> | undefined
  return {
    ...queue,
    close(options) {
      closing ??= queue.close(options).then(close)
      return closing
    },
  }
}
