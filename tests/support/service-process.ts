import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@omnistream/common'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type ServiceProcess = {
  /** What it has written so far, both streams. */
  output(): string
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again after it was killed. */
  restart(): Promise<void>
  exitCode(): number | null
  /** The signal that ended it; null while it runs. */
  signal(): NodeJS.Signals | null
}

export type ServiceSpec = {
  /** Path from the repository's root. */
  script: string
  env: Record<string, string>
  /** Answers 200 when the service is up; where absent the start does not wait. */
  healthUrl?: string
}

/** A service as its own operating-system process, so that a test can kill it. */
export async function startProcess(spec: ServiceSpec): Promise<ServiceProcess> {
  let output = ''
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [spec.script], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', ...spec.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-200_000)
      })
    }
    const { healthUrl } = spec
    if (healthUrl === undefined) return
    try {
      // A probe that throws is tried again: one whose process has ended would be until the deadline.
      await waitFor(async () => child.exitCode !== null || (await answers(healthUrl)), {
        deadlineMs: 60_000,
        describe: () => `${spec.script} answers at ${healthUrl}\n${output}`,
      })
      if (child.exitCode !== null) throw new Error(`${spec.script} ended:\n${output}`)
    } catch (error) {
      // Nobody else knows of it: it would work on, and hold its streams, for ever.
      child.kill('SIGKILL')
      throw error
    }
  }
  await start()
  return {
    output: () => output,
    exitCode: () => child.exitCode,
    signal: () => child.signalCode,
    restart: start,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
