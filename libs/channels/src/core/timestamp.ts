import { asNumber } from './access.ts'

/** 2001-09-09 in milliseconds, the year 33658 in seconds: whatever is larger can only be milliseconds. */
const firstMilliseconds = 1e12
/** The year 5138: beyond it the unit is unknown. */
const lastMilliseconds = 1e14

/**
 * A provider's Unix time, number or decimal string, as milliseconds. The unit is told by the size (providers that
 * say seconds have sent milliseconds). Undefined where there is no usable time.
 */
export function toMilliseconds(value: unknown): number | undefined {
  const number = asNumber(value)
  if (number === undefined || number <= 0 || number >= lastMilliseconds) return undefined
  return Math.round(number >= firstMilliseconds ? number : number * 1000)
}
