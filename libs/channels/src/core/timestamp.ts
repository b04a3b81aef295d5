import { asNumber } from './access.ts'

/** 2001-09-09 in milliseconds, the year 33658 in seconds: whatever is larger can only be milliseconds. */
const firstMilliseconds = 1e12
/** The year 2100. A time beyond it is a mistake, and would stand first in every list of the newest for ever. */
const lastMilliseconds = 4_102_444_800_000

/**
 * A provider's Unix time, number or decimal string, as milliseconds. The unit is told by the size (providers that
 * say seconds have sent milliseconds). Undefined where there is no usable time.
 */
export function toMilliseconds(value: unknown): number | undefined {
  const number = asNumber(value)
  if (number === undefined || number <= 0) return undefined
  const ms = Math.round(number >= firstMilliseconds ? number : number * 1000)
  return ms < lastMilliseconds ? ms : undefined
}
