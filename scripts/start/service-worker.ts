import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { OmniError, sleep, type Worker, waitFor } from '@omnistream/common'

export type ServiceSpec = {
  name: string
  /** Path from the repository's root. */
  script: string
  root: string
  env: Record<string, string | undefined>
  /** Answers 200 once the service can do its work. */
  healthUrl: string
  graceMs: number
  /** Aborted where the start as a whole was given up: nothing is launched any more. */
  stopping: AbortSignal
  onLine(line: string): void
}

const readyWithinMs = 60_000

export type ServiceWorker = Worker & {
  /** Begins the process ahead of the supervisor's turn, so that all services load side by side. */
  launch(): void
  stop(): Promise<void>
}

/** A service as a process of its own, for the supervisor: started again when it dies, stopped with SIGTERM. */
export function serviceWorker(spec: ServiceSpec): ServiceWorker {
  let child: ChildProcess | undefined
  let lastError = ''
  const spawnService = (): ChildProcess => {
    const started = spawn(
      process.execPath,
      ['--import', `${spec.root}/scripts/start/end-with-parent.ts`, spec.script],
      {
        cwd: spec.root,
        env: spec.env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Its own process group: a Ctrl-C in the terminal comes to us alone, and we stop the services in order.
        detached: true,
      },
    )
    readLines(started.stdout, spec.onLine)
    readLines(started.stderr, (line) => {
      if (line.trim() !== '') lastError = line.trim()
      spec.onLine(line)
    })
    return started
  }
  return {
    name: spec.name,
    launch() {
      child = spawnService()
    },
    async start(signal) {
      if (spec.stopping.aborted) throw new OmniError('ABORTED', `${spec.name} was not started`)
      child ??= spawnService()
      const running = child
      await waitFor(
        async () => {
          if (hasEnded(running)) return 'ended'
          return (await answers(spec.healthUrl)) && 'ready'
        },
        { deadlineMs: readyWithinMs, describe: `${spec.name} at ${spec.healthUrl}`, intervalMs: 50, signal },
      )
      if (hasEnded(running)) throw new OmniError('SERVICE_ENDED', `${spec.name} did not start: ${lastError}`)
    },
    async run(signal) {
      const running = child !== undefined && !hasEnded(child) ? child : spawnService()
      child = running
      if (!hasEnded(running)) await once(running, 'exit')
      if (signal.aborted) return
      throw new OmniError(
        'SERVICE_ENDED',
        `${spec.name} ended (${running.signalCode ?? `exit code ${running.exitCode}`})`,
      )
    },
    async stop() {
      const running = child
      if (running === undefined || hasEnded(running)) return
      running.kill('SIGTERM')
      const deadline = new AbortController()
      const late = sleep(spec.graceMs, deadline.signal).then(() => {
        if (!hasEnded(running)) running.kill('SIGKILL')
      })
      await once(running, 'exit')
      deadline.abort()
      await late
    },
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

function readLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', onLine)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
