import { asId, asObject } from '../core/access.ts'

/** The account a payload is for: its `destination`, the user id of the bot. */
export function accountKeys(payload: unknown): string[] {
  const destination = asId(asObject(payload)?.destination)
  return destination === undefined ? [] : [destination]
}
