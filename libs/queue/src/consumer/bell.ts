import { sleep } from '@omnistream/common'

/** Lets one loop wait for a time or for somebody who rings, whichever is first. */
export type Bell = {
  ring(): void
  /** A ring since the last wait counts, so nothing is slept over. */
  wait(ms: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let waiting: AbortController | undefined
  return {
    ring() {
      rung = true
      waiting?.abort()
    },
    async wait(ms) {
      if (!rung) {
        waiting = new AbortController()
        await sleep(ms, waiting.signal)
        waiting = undefined
      }
      rung = false
    },
  }
}
