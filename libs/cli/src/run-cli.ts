import { ConfigError } from '@omnistream/common/config'
import { errorCode } from '@omnistream/common/error-code'
import { OmniError } from '@omnistream/common/errors'
import { CommanderError } from 'commander'
import { exitCodes, UsageError } from './cli-error.ts'
import type { CliContext } from './context.ts'
import { createProgram } from './program.ts'

/** Runs one command line (without `node` and the script). Out: the exit code; nothing is thrown. */
export async function runCli(argv: readonly string[], context: Omit<CliContext, 'fail'>): Promise<number> {
  let exitCode: number = exitCodes.ok
  const fail = (): void => {
    exitCode = exitCodes.failed
  }
  try {
    await createProgram({ ...context, fail }).parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    const json = argv.includes('--json')
    context.err(json ? JSON.stringify({ error: describe(error) }) : `omnistream: ${describe(error).message}`)
    return error instanceof UsageError || error instanceof ConfigError ? exitCodes.usage : exitCodes.failed
  }
}

/** One line for what was foreseen; the stack for what was not. */
function describe(error: unknown): { code: string; message: string } {
  const code = errorCode(error) ?? 'UNEXPECTED'
  if (error instanceof OmniError) return { code, message: error.message }
  return { code, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
