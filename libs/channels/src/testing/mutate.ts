type Container = unknown[] | Record<string, unknown>
type Slot = { container: Container; key: string }

/**
 * Changes a JSON value in place: each step picks one of its nodes by number and removes it (undefined) or puts the
 * given value there. Returns the value.
 */
export function mutate(root: unknown, steps: readonly (readonly [number, unknown])[]): unknown {
  for (const [pick, replacement] of steps) {
    const slots = slotsOf(root)
    const slot = slots[pick % Math.max(slots.length, 1)]
    if (slot === undefined) return root
    if (replacement !== undefined) Object.assign(slot.container, { [slot.key]: replacement })
    else if (Array.isArray(slot.container)) slot.container.splice(Number(slot.key), 1)
    else delete slot.container[slot.key]
  }
  return root
}

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const container = value as Container
  return Object.entries(value).flatMap(([key, child]) => [{ container, key }, ...slotsOf(child)])
}
