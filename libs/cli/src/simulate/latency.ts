/** Milliseconds, rounded; all null where nothing was measured. */
export type Latency = { p50: number | null; p99: number | null; max: number | null }

/** Percentiles by nearest rank. */
export function summarise(samples: readonly number[]): Latency {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number): number | null => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
    return value === undefined ? null : Math.round(value)
  }
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
