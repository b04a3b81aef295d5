import { type DevstackUrls, ensureDevstack, stopDevstack } from '@omnistream/devstack'
import { readSettings } from '@omnistream/devstack/settings'
import { isListening } from '@omnistream/devstack/system/ports'
import { processTree } from '@omnistream/devstack/system/process-tree'
import { missingServices } from '@omnistream/devstack/urls'

type Environment = Readonly<Record<string, string | undefined>>

export type DataPlane = {
  urls: DevstackUrls
  /** False where the servers ran before, or are named by the environment: they are then not ours to stop. */
  ours: boolean
  stop(): Promise<void>
}

/**
 * Brings the servers up and remembers whether it was this call that did. When it fails half way or is stopped, what it
 * started is stopped again.
 * @throws DevstackError with one line that says what to do
 */
export async function openDataPlane(
  env: Environment,
  log: (line: string) => void,
  stop: AbortSignal,
): Promise<DataPlane> {
  const ours = !(await runsAlready(env))
  const close = async (): Promise<void> => {
    if (ours) await stopDevstack({ env })
  }
  const interrupt = (): void => {
    // A build of several minutes is given up by ending what it waits for.
    endChildren().catch((error: unknown) => log(`a build step could not be ended: ${String(error)}`))
  }
  stop.addEventListener('abort', interrupt, { once: true })
  try {
    const urls = await ensureDevstack({ env, log })
    stop.throwIfAborted()
    return { urls, ours, stop: close }
  } catch (error) {
    await close()
    throw error
  } finally {
    stop.removeEventListener('abort', interrupt)
  }
}

async function runsAlready(env: Environment): Promise<boolean> {
  const settings = readSettings(env)
  const listening = await Promise.all(
    missingServices(settings.given).map((service) => isListening(settings.ports[service])),
  )
  return listening.every((yes) => yes)
}

async function endChildren(): Promise<void> {
  const [, ...children] = await processTree(process.pid)
  for (const pid of children) process.kill(pid, 'SIGTERM')
}
