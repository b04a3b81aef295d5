import { createRequire } from 'node:module'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { redact, scrub } from './redact.ts'

export type Logger = PinoLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type LoggerOptions = {
  service: string
  level?: LogLevel
  /** Lines for people instead of JSON. */
  pretty?: boolean
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream
}

/**
 * A JSON-lines logger that cannot print a secret or a message body: fields are redacted by name at any depth,
 * and every finished line is searched for credentials.
 */
export const createLogger = (options: LoggerOptions): Logger => {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redact(fields),
      bindings: (fields: Record<string, unknown>) => redact(fields),
    },
    // redact() has already made plain objects of errors; the default serializer would take them apart again.
    serializers: { err: (error: unknown) => error },
    hooks: { streamWrite: scrub },
  }
  return redactChildren(
    pino(settings, options.destination ?? (options.pretty === true ? prettyStream() : stdout())),
  )
}

/** Lines written while a write is under way go out together; what is left is flushed when the process exits. */
const stdout = (): DestinationStream => pino.destination({ fd: 1, sync: false })

/** pino drops the bindings formatter for child loggers, whose fields would come out as they are. */
const redactChildren = (logger: Logger): Logger => {
  const { child, setBindings } = logger
  const redactingChild: Logger['child'] = function (this: unknown, bindings, options) {
    return Reflect.apply(child, this, [redact(bindings), options])
  }
  const redactingSetBindings: Logger['setBindings'] = function (this: Logger, bindings) {
    setBindings.call(this, redact(bindings))
  }
  return Object.assign(logger, { child: redactingChild, setBindings: redactingSetBindings })
}

/** Loaded only when asked for: a service under a supervisor never pays for it. */
const prettyStream = (): DestinationStream => {
  const pretty = createRequire(import.meta.url)('pino-pretty') as (
    options: Record<string, unknown>,
  ) => DestinationStream
  return pretty({
    colorize: process.stdout.isTTY,
    ignore: 'pid',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    sync: true,
  })
}

/** Discards everything; for tests and for offline commands. */
export const silentLogger = (): Logger => pino({ level: 'silent' })
