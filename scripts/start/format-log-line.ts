import { paint } from './terminal.ts'

const colours = { ingestor: 'cyan', engine: 'magenta', api: 'blue', sender: 'yellow', start: 'gray' } as const

export type LogSource = keyof typeof colours

const levelStyles = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red', fatal: 'red' } as const
const hidden = new Set(['level', 'time', 'service', 'pid', 'msg', 'err'])
const valueMax = 120

/** A service's JSON log line for people: time, service, level, what, fields; any other line as it is. */
export function formatLogLine(source: LogSource, line: string): string {
  const prefix = paint(colours[source], source.padEnd(9))
  const entry = parse(line)
  if (entry === undefined) return `${prefix} ${line}`
  const level = String(entry.level)
  const style = Object.hasOwn(levelStyles, level) ? levelStyles[level as keyof typeof levelStyles] : 'white'
  const fields = Object.entries(entry)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${paint('dim', `${name}=`)}${short(value)}`)
  const time = String(entry.time).slice(11, 19)
  const parts = [paint('dim', time), prefix, paint(style, level.padEnd(5)), String(entry.msg), ...fields]
  const error = errorMessage(entry.err)
  return [...parts, ...(error === undefined ? [] : [paint('red', error)])].join(' ')
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null && 'level' in entry && 'msg' in entry
      ? { ...entry }
      : undefined
  } catch {
    return undefined
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > valueMax ? `${text.slice(0, valueMax)}…` : text
}

function errorMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${String(error.message)}`
}
