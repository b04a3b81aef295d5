/**
 * How long a receiver asks to be left alone (RFC 9110, 10.2.3): whole seconds, or an HTTP date. Out: milliseconds between
 * 0 and `maxMs`; undefined without the header and for what is neither.
 */
export function parseRetryAfter(
  value: string | readonly string[] | undefined,
  { nowMs, maxMs }: { nowMs: number; maxMs: number },
): number | undefined {
  const text = (typeof value === 'string' ? value : value?.[0])?.trim()
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : dateMs(text) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxMs)
}

/** The three forms of RFC 9110, 5.6.7. `Date.parse` takes nearly anything, and reads the third in the local time zone. */
function dateMs(text: string): number {
  if (/^\w{3,9}, .* \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text)
  return /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
