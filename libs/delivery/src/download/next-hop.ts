import type { HeaderValues } from '../request-headers.ts'

export type Hop = { url: URL; headers: HeaderValues }

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** What is no secret of the first origin, and may be shown to the next one. */
const harmless: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

export type NextHop =
  | { kind: 'none' }
  | { kind: 'hop'; hop: Hop }
  | { kind: 'bad'; code: 'redirect_target' | 'downgrade'; error: string }

/**
 * Where an answer leads. When the origin changes, all headers but a harmless few are dropped: not only Authorization and
 * Cookie are credentials. From https to http nobody is followed. Where it leads is yet to be judged by the guard.
 */
export function nextHop({ url, headers }: Hop, status: number, location: string | undefined): NextHop {
  if (!redirectStatuses.has(status)) return { kind: 'none' }
  const next = location === undefined ? null : URL.parse(location, url.href)
  if (next === null) {
    return { kind: 'bad', code: 'redirect_target', error: `HTTP ${status} does not say where to go` }
  }
  if (url.protocol === 'https:' && next.protocol === 'http:') {
    return { kind: 'bad', code: 'downgrade', error: 'A redirect from https to http is not followed' }
  }
  const kept =
    next.origin === url.origin
      ? headers
      : Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())))
  return { kind: 'hop', hop: { url: next, headers: kept } }
}
