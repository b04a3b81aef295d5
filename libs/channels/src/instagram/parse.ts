import type { ParsedUpdate } from '../core/update.ts'
import { parsePayload } from '../meta/messaging/parse-payload.ts'
import { profile } from './profile.ts'

/** All updates of a payload, in its order; see `meta/messaging` for how it is split. */
export function parse(payload: unknown): ParsedUpdate[] {
  return parsePayload(payload, profile)
}
