import { describe } from 'vitest'
import type { Channel, InboundRequest } from '../core/channel.ts'
import { boundCases } from './bound-cases.ts'
import { exampleCases } from './example-cases.ts'
import { itemCases } from './item-cases.ts'
import { jsonCases } from './json-cases.ts'
import { sampleCases } from './sample-cases.ts'
import { signatureCases } from './signature-cases.ts'
import { textCases } from './text-cases.ts'

/** An item as the provider would send it: whatever stands in the channel's innermost array. */
export type SampleItem = Record<string, unknown>

/** Where a channel carries its signature, for the cases that tamper with it. */
export type SignatureCarrier = {
  of(request: InboundRequest): string
  /** The same request with this value instead; with no signature at all where it is undefined. */
  put(request: InboundRequest, value: string | undefined): InboundRequest
}

/** What a channel tells of itself to get the cases every channel must pass. */
export type ChannelCases = {
  channel: Channel
  /** The callback as the provider calls it. */
  url: string
  /** External id of the account in the callback's path, for a channel whose payload names none. */
  account?: string
  /** The bytes of a payload and their content type; JSON where left out. */
  encode?(payload: unknown): { contentType: string; body: Uint8Array }
  signature: {
    carrier: SignatureCarrier
    /** False where the secret is only shown, not used to sign the bytes. */
    coversBody: boolean
    /** A secret in the form that the scheme asks for; any text where left out. The same n gives the same one. */
    secret?(n: number): string
    /** Headers of an older or other scheme that must not pass alone. */
    legacyHeaders?(body: Uint8Array, secret: string): Record<string, string>
    /** Forgeries made of a right signature, by name; each must be INVALID. */
    forgeries: Record<string, (signature: string) => string>
  }
  /**
   * Payloads of entries × changes × items. A channel that has fewer levels flattens them; one that sends each item by
   * itself gives as many payloads as items. Each innermost pair is messages and statuses; a channel without statuses
   * never gets any.
   */
  payloads(entries: { messages: unknown[]; statuses: unknown[] }[][]): unknown[]
  /** The n-th text message; the same n is the same message. */
  message(n: number, text?: string): SampleItem
  /** The n-th status, of a message of its own; left out where the channel has none. */
  status?(n: number): SampleItem
  /** A message of a type that nobody knows, holding this structure (text alone where the wire carries no structure). */
  unknownType(n: number, structure: SampleItem): SampleItem
  /** A payload whose event family nobody knows. */
  unknownField: unknown
  /** A payload that holds nothing; left out where there can be none. */
  empty?: unknown
  /** Items that cannot be read at all. */
  poison: unknown[]
  /**
   * Folder of payloads, `<name>.json`, or `<name>.http` with headers, an empty line and the bytes as they came; their
   * updates in `expected/<name>.json`.
   */
  examples: URL
}

/** Declares the universal cases and the table of examples for one channel. */
export function describeChannel(cases: ChannelCases): void {
  describe(`${cases.channel.id}: signature`, () => signatureCases(cases))
  describe(`${cases.channel.id}: items`, () => itemCases(cases))
  describe(`${cases.channel.id}: hard texts`, () => textCases(cases))
  if (cases.encode === undefined) describe(`${cases.channel.id}: hard JSON`, () => jsonCases(cases))
  describe(`${cases.channel.id}: examples`, () => exampleCases(cases))
  describe(`${cases.channel.id}: bounds`, () => boundCases(cases))
  describe(`${cases.channel.id}: samples`, () => sampleCases(cases))
}

/** The carrier of a channel that signs in a header. */
export function headerCarrier(name: string): SignatureCarrier {
  return {
    of: (request) => request.headers[name] ?? '',
    put(request, value) {
      const { [name]: _old, ...headers } = request.headers
      return { ...request, headers: value === undefined ? headers : { ...headers, [name]: value } }
    },
  }
}
