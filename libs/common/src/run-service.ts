import { ConfigError } from './config.ts'
import { OmniError } from './errors.ts'
import { scrub } from './redact.ts'

/** What a started service gives back: how to stop it. `stop` may name what did not stop in time. */
export type StoppableService = { stop(): Promise<unknown> }

/** The part of Node's `process` that a service's life depends on. */
export type ProcessPort = {
  on(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown
  exit(code: number): void
  stderr: { write(text: string): unknown }
}

/** 0 stopped cleanly; 1 failed; 78 bad configuration (EX_CONFIG of sysexits.h); 130 forced by a second signal. */
export const exitCodes = { ok: 0, failed: 1, config: 78, forced: 130 } as const

/**
 * The outermost frame of a service: starts it, stops it on SIGTERM or SIGINT, and exits with a code that means
 * something. A second signal exits at once. An error nobody caught stops the service: its state is unknown.
 */
export const runService = async (
  main: (signal: AbortSignal) => Promise<StoppableService>,
  host: ProcessPort = process,
): Promise<void> => {
  const starting = new AbortController()
  let service: StoppableService | undefined
  let exitCode: number | undefined

  const finish = async (): Promise<void> => {
    starting.abort()
    if (service === undefined) return
    try {
      const late = await service.stop()
      if (Array.isArray(late) && late.length > 0) exitCode = exitCodes.failed
    } catch (error) {
      host.stderr.write(`${scrub(explain(error))}\n`)
      exitCode = exitCodes.failed
    }
    host.exit(exitCode ?? exitCodes.ok)
  }
  const end = (code: number): void => {
    if (exitCode !== undefined) {
      host.exit(exitCodes.forced)
      return
    }
    exitCode = code
    finish().catch(() => host.exit(exitCodes.failed))
  }

  host.on('SIGTERM', () => end(exitCodes.ok))
  host.on('SIGINT', () => end(exitCodes.ok))
  host.on('uncaughtException', (error) => {
    host.stderr.write(`${scrub(explain(error))}\n`)
    end(exitCodes.failed)
  })
  try {
    service = await main(starting.signal)
    // A signal that came during the start had nothing to stop yet.
    if (exitCode !== undefined) await finish()
  } catch (error) {
    if (exitCode !== undefined) return host.exit(exitCode)
    host.stderr.write(`${scrub(explain(error))}\n`)
    host.exit(error instanceof ConfigError ? exitCodes.config : exitCodes.failed)
  }
}

/** One clear line for what we foresaw, the stack for what we did not. */
const explain = (error: unknown): string => {
  if (error instanceof OmniError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
