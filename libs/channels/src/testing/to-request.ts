import type { Callback, InboundRequest } from '../core/channel.ts'
import type { ChannelCases } from './channel-cases.ts'
import { toBody } from './to-body.ts'

/** When the requests of the cases arrive, ms. */
export const receivedAt = 1_790_000_000_000

type Wire = Pick<ChannelCases, 'url' | 'encode' | 'account'>

/** The unsigned request that carries this payload. A string is a JSON body as it stands. */
export function toRequest(cases: Wire, payload: unknown): InboundRequest {
  const { contentType, body } = encode(cases, payload)
  return { method: 'POST', url: cases.url, headers: { 'content-type': contentType }, body, receivedAt }
}

/** What is known of that request besides its body. */
export function toCallback(cases: Wire, headers: Readonly<Record<string, string>>): Callback {
  return cases.account === undefined ? { headers } : { headers, account: cases.account }
}

function encode(cases: Wire, payload: unknown): { contentType: string; body: Uint8Array } {
  return cases.encode?.(payload) ?? { contentType: 'application/json', body: toBody(payload) }
}
