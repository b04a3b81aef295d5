import { type MediaAccess, type MediaStep, mayHaveToken, unavailable } from '../core/media-step.ts'
import type { MediaRef } from '../core/update.ts'

/**
 * The URL answers with a redirect to a signed one; where the account asks for it, only to basic authentication with the
 * auth token, which also signs webhooks, or with an API key written `SK…:secret`.
 */
export function media(
  { url }: MediaRef,
  { account, accessToken, appSecret, endpoint }: MediaAccess,
): MediaStep {
  if (url === undefined) return unavailable('Twilio gave no URL for it')
  const token = accessToken ?? appSecret
  if (token === undefined || !mayHaveToken(url, ['twilio.com'], endpoint)) {
    return { kind: 'fetch', url, headers: {} }
  }
  const pair = /^SK[^:]*:/.test(token) ? token : `${account}:${token}`
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  return { kind: 'fetch', url, headers: { authorization } }
}
