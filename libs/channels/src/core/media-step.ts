import type { MediaRef } from './update.ts'

/** What an account has to ask its provider for a medium with. */
export type MediaAccess = {
  /** External id of the account. */
  account: string
  accessToken?: string
  /** The secret that signs its webhooks: with some providers it opens media too. */
  appSecret?: string
  /** Base URL instead of the provider's own: a proxy, an API server of one's own, a test's. */
  endpoint?: string
}

export type MediaRequest = { url: string; headers: Readonly<Record<string, string>> }

/** The next thing to do for the bytes of a medium. All requests are GETs. */
export type MediaStep =
  /** The answer is the medium. */
  | ({ kind: 'fetch' } & MediaRequest)
  /** The answer is JSON that says where the medium is. */
  | ({ kind: 'lookup'; next(answer: unknown): MediaStep } & MediaRequest)
  /** The bytes are in the webhook's own body; undefined where they are not. */
  | {
      kind: 'inside'
      cut(body: Uint8Array, headers: Readonly<Record<string, string>>): Uint8Array | undefined
    }
  /** Nothing can be asked before the account has an access token. */
  | { kind: 'no_token' }
  /** There is no way to the bytes. */
  | { kind: 'unavailable'; error: string }

/** How a channel gets at its media; pure. */
export type MediaRoute = (ref: MediaRef, access: MediaAccess) => MediaStep

export const unavailable = (error: string): MediaStep => ({ kind: 'unavailable', error })

/** A medium at a URL that needs no credentials. */
export function plainMedia({ url }: MediaRef): MediaStep {
  return url === undefined
    ? unavailable('the provider gave no URL for it')
    : { kind: 'fetch', url, headers: {} }
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/**
 * Whether a URL that came with a webhook may be shown the account's token: one of the provider's hosts (or below it)
 * over TLS, or the configured endpoint's origin. A forged webhook must not make us hand it out.
 */
export function mayHaveToken(url: string, hosts: readonly string[], endpoint: string | undefined): boolean {
  const target = URL.parse(url)
  if (target === null) return false
  if (endpoint !== undefined && URL.parse(endpoint)?.origin === target.origin) return true
  const { protocol, hostname, port } = target
  const isTheirs = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return protocol === 'https:' && port === '' && isTheirs
}

/** An endpoint without the slash at its end, or the provider's own. */
export const baseOf = (endpoint: string | undefined, own: string): string =>
  (endpoint ?? own).replace(/\/+$/, '')
