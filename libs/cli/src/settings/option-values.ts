import { InvalidArgumentError } from 'commander'

/** Readers of option values: each refuses with one sentence, which commander prints with the option's name. */

/** A whole number within bounds, both included. */
export const wholeNumberOption =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** A number above zero. */
export function positiveOption(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && Number.isFinite(value)) return value
  throw new InvalidArgumentError('It must be a number above zero.')
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A length of time with its unit, such as 250ms, 30s, 5m, 12h, 7d. Out: milliseconds. */
export function durationOption(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text)
  const unit = unitMs[match?.[2] ?? '']
  if (match !== null && unit !== undefined) return Number(match[1]) * unit
  throw new InvalidArgumentError('It must be a length of time with its unit, such as 30s, 5m, 12h or 7d.')
}

/** An instant (RFC 3339 or a date), or how long ago (`2h`, `7d`). Out: RFC 3339 in UTC. */
export const instantOption =
  (now: () => Date) =>
  (text: string): string => {
    if (/^\d+(ms|s|m|h|d)$/.test(text)) return new Date(now().getTime() - durationOption(text)).toISOString()
    const shape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    const instant = new Date(text)
    if (shape && !Number.isNaN(instant.getTime())) return instant.toISOString()
    throw new InvalidArgumentError(
      'It must be a time with a zone (2026-08-01T00:00:00Z), a date, or how long ago (2h, 7d).',
    )
  }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function uuidOption(text: string): string {
  if (uuid.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}

/** For an option that may be given several times. */
export const collect =
  <Value>(read: (text: string) => Value) =>
  (text: string, earlier: readonly Value[] | undefined): Value[] => [...(earlier ?? []), read(text)]

export const textOption = (text: string): string => text
