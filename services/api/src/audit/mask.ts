const masked = '***'

const credentialHeader = /^(proxy-)?authorization$|cookie|token|secret|api-?key|password|credential/i
const credentialParameter = /token|secret|key|password|signature|code/i

/** Headers as they came, with the values that carry credentials masked. Signatures stay: they prove, and unlock nothing. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, credentialHeader.test(name) ? masked : value]),
  )
}

/** A URL with the values of query parameters that carry credentials masked (`hub.verify_token` for one). */
export function maskUrl(url: string): string {
  const query = url.indexOf('?')
  if (query < 0) return url
  const parameters = url.slice(query + 1).split('&')
  const shown = parameters.map((parameter) => {
    const [name = '', ...rest] = parameter.split('=')
    return rest.length > 0 && credentialParameter.test(name) ? `${name}=${masked}` : parameter
  })
  return `${url.slice(0, query)}?${shown.join('&')}`
}
