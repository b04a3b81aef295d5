export type TargetProblem = 'not_a_url' | 'scheme' | 'https_only' | 'credentials' | 'port'

export type ParsedTarget = { ok: true; url: URL } | { ok: false; reason: TargetProblem; error: string }

const problems: Readonly<Record<TargetProblem, string>> = {
  not_a_url: 'The URL cannot be read',
  scheme: 'Only http and https URLs can be called',
  https_only: 'Only https URLs may be called',
  credentials: 'A user name or password in the URL is not allowed: send a header',
  port: 'Port 0 cannot be called',
}

/**
 * Reads a URL as the WHATWG standard does, which turns every spelling of an address (`0x7f.1`, `2130706433`, `①２⑦.0.0.1`)
 * into the one that is judged later. The fragment is dropped.
 */
export function parseTarget(text: string, options: { httpsOnly?: boolean } = {}): ParsedTarget {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') {
    return refuse(url !== null && !isHttp(url) ? 'scheme' : 'not_a_url')
  }
  if (!isHttp(url)) return refuse('scheme')
  if (options.httpsOnly === true && url.protocol !== 'https:') return refuse('https_only')
  if (url.username !== '' || url.password !== '') return refuse('credentials')
  if (url.port === '0') return refuse('port')
  url.hash = ''
  return { ok: true, url }
}

/** The host of a URL without the brackets of an IPv6 address and without the dot of a fully qualified name. */
export function plainHostname(hostname: string): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return bare.endsWith('.') ? bare.slice(0, -1).toLowerCase() : bare.toLowerCase()
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:'

const refuse = (reason: TargetProblem): ParsedTarget => ({ ok: false, reason, error: problems[reason] })
