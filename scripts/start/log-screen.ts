import { formatLogLine, type LogSource } from './format-log-line.ts'

export type LogScreen = {
  show(source: LogSource, line: string): void
  /** From now on every line, not only warnings and errors. */
  showAll(): void
  /** From now on errors alone: what a stop says is expected. */
  mute(): void
}

const loud = { all: /./, warnings: /"level":"(warn|error|fatal)"|^[^{]/, errors: /"level":"(error|fatal)"/ }

/** Prints what the services log, as much of it as helps at the moment. */
export function createLogScreen(): LogScreen {
  let shown = loud.warnings
  return {
    show(source, line) {
      if (shown.test(line)) console.log(formatLogLine(source, line))
    },
    showAll() {
      shown = loud.all
    },
    mute() {
      shown = loud.errors
    },
  }
}
