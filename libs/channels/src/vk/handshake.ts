import { asObject } from '../core/access.ts'
import type { ChannelAnswer, HandshakeKeys, InboundRequest } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'

/** A confirmation has a type and a group id; nothing longer is looked at. */
const bytesMax = 1024
const word = Buffer.from('"confirmation"')

/** VK's confirmation strings are eight hex digits; nothing that could be markup is answered. */
const confirmationPattern = /^[A-Za-z0-9_.-]{1,256}$/

/**
 * Answers `{"type":"confirmation","group_id":…}` with the confirmation string, which is the account's verify token:
 * VK shows it and asks for it, so it is no proof and each server has its own. Only a callback with an account in its
 * path says whose it is: 400 for one without, 403 where the account has none, undefined when the request is no
 * confirmation.
 */
export function handshake(
  request: InboundRequest,
  keys: Pick<HandshakeKeys, 'verifyTokens'>,
): ChannelAnswer | undefined {
  if (request.method !== 'POST' || request.body.length > bytesMax) return undefined
  if (!Buffer.from(request.body.buffer, request.body.byteOffset, request.body.length).includes(word))
    return undefined
  const body = readJson(request.body)
  if (!body.ok || asObject(body.value)?.type !== 'confirmation') return undefined
  if (!namesAccount(request.url))
    return plain(400, 'the callback must end in its account: /webhooks/vk/<account>')
  const [confirmation] = keys.verifyTokens().filter((token) => confirmationPattern.test(token))
  return confirmation === undefined
    ? plain(403, 'no confirmation string is configured as verify token of this account')
    : plain(200, confirmation)
}

/** Without an account the path ends in the channel's own name. */
function namesAccount(url: string): boolean {
  const path = URL.parse(url, 'http://localhost')
    ?.pathname.split('/')
    .filter((part) => part !== '')
  return path !== undefined && path.length > 0 && path.at(-1) !== 'vk'
}

function plain(status: number, body: string): ChannelAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body }
}
