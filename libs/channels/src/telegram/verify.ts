import type { InboundRequest, Verdict } from '../core/channel.ts'
import { sameText } from '../core/hmac.ts'

const header = 'x-telegram-bot-api-secret-token'

/** What `setWebhook` takes as `secret_token`; a header sent twice (joined by a comma) is none. */
const tokenPattern = /^[A-Za-z0-9_-]{1,256}$/

/**
 * Checks `X-Telegram-Bot-Api-Secret-Token`, the secret token as it was given to `setWebhook`, against each secret
 * (rotation). Nothing signs the bytes and there is no timestamp: the token is all there is.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  // An empty secret would let anyone in, so it counts as none.
  if (!secrets.some((secret) => secret !== ''))
    return { status: 'NO_SECRET', detail: 'no secret token is configured for this bot' }
  const token = request.headers[header]
  if (token === undefined || token === '') {
    return {
      status: 'NO_SIGNATURE',
      detail:
        'the header X-Telegram-Bot-Api-Secret-Token is missing: call setWebhook again with secret_token',
    }
  }
  if (!tokenPattern.test(token)) {
    return {
      status: 'INVALID',
      detail: 'X-Telegram-Bot-Api-Secret-Token is not one token of letters, digits, "_" and "-"',
    }
  }
  const secretIndex = indexOfSecret(token, secrets)
  if (secretIndex === -1)
    return { status: 'INVALID', detail: 'the secret token is none of those configured for this bot' }
  return { status: 'VALID', detail: null, secretIndex }
}

/** Compares with every secret, so that the time does not tell which one came close. */
function indexOfSecret(token: string, secrets: readonly string[]): number {
  let found = -1
  for (const [index, secret] of secrets.entries()) {
    if (secret !== '' && sameText(token, secret) && found === -1) found = index
  }
  return found
}

/** The request with the secret token as Telegram would send it. */
export function sign(request: InboundRequest, secret: string): InboundRequest {
  return { ...request, headers: { ...request.headers, [header]: secret } }
}
