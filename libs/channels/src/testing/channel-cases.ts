import { describe } from 'vitest'
import type { Channel, InboundRequest } from '../core/channel.ts'
import { exampleCases } from './example-cases.ts'
import { itemCases } from './item-cases.ts'
import { signatureCases } from './signature-cases.ts'
import { textCases } from './text-cases.ts'

/** An item as the provider would send it: whatever stands in the channel's innermost array. */
export type SampleItem = Record<string, unknown>

/** What a channel tells of itself to get the cases every channel must pass. */
export type ChannelCases = {
  channel: Channel
  /** A request that carries these bytes, signed with the secret; unsigned when there is none. */
  request(body: Uint8Array, secret?: string): InboundRequest
  signature: {
    header: string
    /** Headers of an older or other scheme that must not pass alone. */
    legacyHeaders?(body: Uint8Array, secret: string): Record<string, string>
    /** Forgeries made of a right signature, by name; each must be INVALID. */
    forgeries: Record<string, (signature: string) => string>
  }
  /**
   * A payload of entries × changes × items; a channel that has fewer levels flattens them. Each innermost pair is
   * messages and statuses; a channel without statuses never gets any.
   */
  payload(entries: { messages: unknown[]; statuses: unknown[] }[][]): unknown
  /** The n-th text message; the same n is the same message. */
  message(n: number, text?: string): SampleItem
  /** The n-th status, of a message of its own; left out where the channel has none. */
  status?(n: number): SampleItem
  /** A message of a type that nobody knows, holding this structure. */
  unknownType(n: number, structure: SampleItem): SampleItem
  /** A payload whose event family nobody knows. */
  unknownField: unknown
  /** A payload that holds nothing. */
  empty: unknown
  /** Items that cannot be read at all. */
  poison: unknown[]
  /** Folder of `<name>.json` payloads with their updates in `expected/<name>.json`. */
  examples: URL
}

/** Declares the universal cases and the table of examples for one channel. */
export function describeChannel(cases: ChannelCases): void {
  describe(`${cases.channel.id}: signature`, () => signatureCases(cases))
  describe(`${cases.channel.id}: items`, () => itemCases(cases))
  describe(`${cases.channel.id}: hard texts and numbers`, () => textCases(cases))
  describe(`${cases.channel.id}: examples`, () => exampleCases(cases))
}
