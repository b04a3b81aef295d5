import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type RunResult = { code: number | null; output: string }

const keptLines = 200

/**
 * Runs a program to its end. It never throws for an exit code; a program that cannot be started has the
 * code null.
 * @param onLine gets each line of stdout and stderr as it comes
 */
export function run(
  command: string,
  argv: string[],
  options: { env?: NodeJS.ProcessEnv; onLine?: (line: string) => void; timeoutMs?: number } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, argv, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    })
    const lines: string[] = []
    const keep = (line: string) => {
      lines.push(line)
      if (lines.length > keptLines) lines.shift()
      options.onLine?.(line)
    }
    createInterface({ input: child.stdout }).on('line', keep)
    createInterface({ input: child.stderr }).on('line', keep)
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output: lines.join('\n') }))
  })
}
