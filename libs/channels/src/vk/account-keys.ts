import { asId, asObject } from '../core/access.ts'

/** The community an event is of. */
export function accountKeys(payload: unknown): string[] {
  const group = asId(asObject(payload)?.group_id)
  return group === undefined ? [] : [group]
}
