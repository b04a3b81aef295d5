import type { ChannelAnswer, HandshakeKeys, InboundRequest } from '../core/channel.ts'
import { sameText } from '../core/hmac.ts'

/** The challenge goes back to the browser of whoever asks: nothing that could be markup passes. */
const challengePattern = /^[A-Za-z0-9_.-]{1,256}$/

/**
 * Answers Meta's `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the bare challenge. 403 for a
 * token that is none of `verifyTokens`, 400 for a broken request, undefined when the request is no handshake.
 */
export function handshake(
  request: InboundRequest,
  keys: Pick<HandshakeKeys, 'verifyTokens'>,
): ChannelAnswer | undefined {
  if (request.method !== 'GET') return undefined
  const query = URL.parse(request.url, 'http://localhost')?.searchParams
  const mode = query?.get('hub.mode')
  const token = query?.get('hub.verify_token')
  const challenge = query?.get('hub.challenge')
  if (mode == null && token == null && challenge == null) return undefined
  if (mode !== 'subscribe' || token == null || challenge == null) return plain(400, 'incomplete handshake')
  if (!isKnown(token, keys.verifyTokens())) return plain(403, 'wrong verify token')
  if (!challengePattern.test(challenge)) return plain(400, 'challenge refused')
  return plain(200, challenge)
}

/** Compares with every token, so that the time does not tell which one came close. An empty token opens nothing. */
function isKnown(token: string, verifyTokens: readonly string[]): boolean {
  let known = false
  for (const candidate of verifyTokens) {
    if (candidate !== '' && sameText(token, candidate)) known = true
  }
  return known
}

function plain(status: number, body: string): ChannelAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body }
}
