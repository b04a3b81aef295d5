/** Stands where something nested too deep was cut out; the whole is in the stored bytes. */
export const tooDeep = '[nested too deep]'

/**
 * Cuts what lies deeper than `depthMax` containers out of a freshly parsed JSON value, in place, so that every
 * later recursion over it is bounded. Returns the value.
 */
export function boundDepth(value: unknown, depthMax: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depthMax === 0) return tooDeep
  const container = value as Record<string, unknown>
  for (const key of Object.keys(container)) {
    const child = container[key]
    if (typeof child !== 'object' || child === null) continue
    const bounded = boundDepth(child, depthMax - 1)
    // Only ever replaces an own property, but `__proto__` by assignment would still reach the prototype's setter.
    if (bounded !== child) Object.defineProperty(container, key, { value: bounded, enumerable: true })
  }
  return value
}
