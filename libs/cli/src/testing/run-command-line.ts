import { Readable } from 'node:stream'
import { runCli } from '../run-cli.ts'

export type CommandRun = { code: number; out: string; err: string }

/** Runs one command line inside the test's process, with nothing of its environment. */
export async function runCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(argv, {
    env,
    development: {},
    out: (line) => out.push(line),
    outBytes: async () => {},
    err: (line) => err.push(line),
    stdin: Readable.from([]),
    isTerminal: false,
    stop: new AbortController().signal,
    now: () => new Date('2026-08-01T12:00:00Z'),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
