export type StopSwitch = {
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP, or when the process that started us is gone. */
  signal: AbortSignal
  release(): void
}

/** A terminal and npm each pass the same Ctrl-C on: what comes this soon after the first is no second one. */
const sameStopMs = 1_500

/** Turns the ways to end this program into one signal; a second Ctrl-C later on ends it at once. */
export function createStopSwitch(host: NodeJS.Process): StopSwitch {
  const abort = new AbortController()
  let stoppedAt: number | undefined
  const onStop = (): void => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now()
      abort.abort()
    } else if (performance.now() - stoppedAt > sameStopMs) {
      // The services see the channel to us close and stop by themselves.
      host.exit(130)
    }
  }
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
  for (const event of events) host.on(event, onStop)
  return {
    signal: abort.signal,
    release() {
      for (const event of events) host.off(event, onStop)
      if (host.connected) host.disconnect()
    },
  }
}
