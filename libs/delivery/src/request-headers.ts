export type HeaderValues = Readonly<Record<string, string | readonly string[]>>

/**
 * Headers that belong to one connection (RFC 9110, 7.6.1) or that we set from what is really sent. `host` would also
 * choose the name that the certificate is checked for.
 */
const ours: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The headers of an outgoing request, in lower case, without those of the connection, and with a User-Agent and an
 * Accept-Encoding that asks for plain text unless the caller says otherwise.
 */
export function toRequestHeaders(
  headers: HeaderValues,
  userAgent: string,
): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = { 'user-agent': userAgent, 'accept-encoding': 'identity' }
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase()
    if (!ours.has(key)) result[key] = typeof value === 'string' ? value : [...value]
  }
  return result
}
