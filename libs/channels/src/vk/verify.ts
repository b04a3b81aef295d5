import { asId, asObject } from '../core/access.ts'
import type { InboundRequest, Verdict } from '../core/channel.ts'
import { sameText } from '../core/hmac.ts'
import { readJson } from '../core/read-json.ts'

const encoder = new TextEncoder()

/**
 * Checks the field `secret` of the body against each secret (rotation). Nothing signs the bytes and there is no
 * timestamp: `event_id` is the protection against repeats.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  // An empty secret would let anyone in, so it counts as none.
  if (!secrets.some((secret) => secret !== ''))
    return { status: 'NO_SECRET', detail: 'no secret key is configured for this community' }
  const body = readJson(request.body)
  const sent = body.ok ? asId(asObject(body.value)?.secret) : undefined
  if (sent === undefined) {
    return {
      status: 'NO_SIGNATURE',
      detail: 'the body has no "secret": set the secret key of this server in the community settings',
    }
  }
  let secretIndex = -1
  // Each is compared, so that the time does not tell which one came close.
  for (const [index, secret] of secrets.entries()) {
    if (secret !== '' && sameText(sent, secret) && secretIndex === -1) secretIndex = index
  }
  return secretIndex === -1
    ? { status: 'INVALID', detail: 'the secret key is none of those configured for this community' }
    : { status: 'VALID', detail: null, secretIndex }
}

/** The request with the field `secret` as VK would send it; every other byte stays. A body that is no object is left. */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  const text = new TextDecoder().decode(request.body)
  const end = text.lastIndexOf('}')
  if (end === -1) return request
  const head = text.slice(0, end)
  const comma = head.trimEnd().endsWith('{') ? '' : ','
  const signed = `${head}${comma}"secret":${JSON.stringify(secret)}${text.slice(end)}`
  return { ...request, body: encoder.encode(signed) }
}
