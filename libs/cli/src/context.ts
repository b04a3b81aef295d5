import type { Readable } from 'node:stream'

/** What a command may touch of the process it runs in. */
export type CliContext = {
  env: Readonly<Record<string, string | undefined>>
  /** Settings of this development machine, from the file that `npm start` writes; empty where there is none. */
  development: Readonly<Record<string, string>>
  /** One line of result. */
  out(line: string): void
  /** Bytes of a result that is no text. */
  outBytes(bytes: Uint8Array): Promise<void>
  /** One line for a person: progress, warnings, errors. */
  err(line: string): void
  stdin: Readable
  /** Whether a person watches: progress bars go there. */
  isTerminal: boolean
  /** Aborted by Ctrl-C. */
  stop: AbortSignal
  /** Remembers that the command ran but did not succeed. */
  fail(): void
  now(): Date
}
