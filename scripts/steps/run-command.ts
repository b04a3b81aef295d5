import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type CommandResult = { ok: boolean; output: string; ms: number; timedOut: boolean }

const outputMax = 400_000

/**
 * Runs a command in a process group of its own and keeps what it says. Whatever of the group is left when the command
 * ends, is out of time or is stopped, is killed: nothing survives a step.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; timeoutMs: number; stop: AbortSignal; env?: Record<string, string | undefined> },
): Promise<CommandResult> {
  const begin = performance.now()
  if (options.stop.aborted) return { ok: false, output: 'stopped before it began', ms: 0, timedOut: false }
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output = (output + text).slice(-outputMax)
    })
  }
  const end = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) killGroup(child.pid, signal)
  }
  const onStop = (): void => end('SIGTERM')
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    end('SIGKILL')
  }, options.timeoutMs)
  options.stop.addEventListener('abort', onStop, { once: true })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return { ok: code === 0, output, ms: performance.now() - begin, timedOut }
  } catch (error) {
    return { ok: false, output: `${command}: ${String(error)}`, ms: performance.now() - begin, timedOut }
  } finally {
    clearTimeout(timer)
    options.stop.removeEventListener('abort', onStop)
    end('SIGKILL')
  }
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // ESRCH: the group is empty, as it should be.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
