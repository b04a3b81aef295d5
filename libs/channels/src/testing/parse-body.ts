import type { ParsedUpdate } from '../core/update.ts'
import type { ChannelCases } from './channel-cases.ts'
import { toCallback, toRequest } from './to-request.ts'

/** Reads and parses payloads as a service would: from their bytes. Throws when a body cannot be read. */
export function parseBodies(cases: ChannelCases, payloads: readonly unknown[]): ParsedUpdate[] {
  return payloads.flatMap((payload) => parseBody(cases, payload))
}

export function parseBody(cases: ChannelCases, payload: unknown): ParsedUpdate[] {
  const { body, headers } = toRequest(cases, payload)
  const callback = toCallback(cases, headers)
  const read = cases.channel.read(body, callback)
  if (!read.ok) throw new Error(read.error)
  return cases.channel.parse(read.value, callback)
}

/** What the reader makes of a payload's bytes. Throws when they cannot be read. */
export function readPayload(cases: ChannelCases, payload: unknown): unknown {
  const { body, headers } = toRequest(cases, payload)
  const read = cases.channel.read(body, toCallback(cases, headers))
  if (!read.ok) throw new Error(read.error)
  return read.value
}
