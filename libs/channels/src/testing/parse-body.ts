import type { Channel } from '../core/channel.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { toBody } from './to-body.ts'

/** Reads and parses as a service would: from bytes. Throws when the body cannot be read. */
export function parseBody(channel: Channel, payload: unknown): ParsedUpdate[] {
  const read = channel.read(toBody(payload))
  if (!read.ok) throw new Error(read.error)
  return channel.parse(read.value)
}
