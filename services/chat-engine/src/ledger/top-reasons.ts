const reasonsMax = 50
const reasonCharsMax = 200
export const otherReasons = 'other'

/** The most frequent reasons of an hour; the rest of `total` stands under `other`, so that they sum up. */
export function topReasons(reasons: ReadonlyMap<string, number>, total: number): Record<string, number> {
  const top = new Map<string, number>()
  const byCount = [...reasons].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  let named = 0
  for (const [reason, count] of byCount.slice(0, reasonsMax)) {
    const short = reason.slice(0, reasonCharsMax)
    top.set(short, (top.get(short) ?? 0) + count)
    named += count
  }
  if (named < total) top.set(otherReasons, (top.get(otherReasons) ?? 0) + total - named)
  return Object.fromEntries(top)
}
