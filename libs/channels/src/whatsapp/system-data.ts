import type { Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'

/** `system` with the `identity` (a changed security code) that stands beside it in the message. */
export function systemData(item: Json, system: Json): Record<string, unknown> {
  if (item.identity === undefined) return toData(system)
  const key = system.identity === undefined ? 'identity' : 'message_identity'
  return toData({ ...system, [key]: item.identity })
}
