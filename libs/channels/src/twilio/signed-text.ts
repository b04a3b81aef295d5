import { parse, stringify } from 'node:querystring'
import type { InboundRequest } from '../core/channel.ts'
import { isForm } from '../core/content-type.ts'
import { formParameters, formText } from '../core/read-form.ts'

/** What Twilio signs: the URL, then the parameters of the form. */
export function signedText(url: string, request: InboundRequest): string {
  return url + parametersText(request)
}

/**
 * Each form parameter's name and value, sorted by name, without separators. Of a name that came several times each value
 * counts once, in order. Parameters nobody has heard of count like any other.
 */
export function parametersText({ method, headers, body }: InboundRequest): string {
  if (method !== 'POST' || !isForm(headers)) return ''
  const values = new Map<string, Set<string>>()
  for (const [name, value] of formParameters(formText(body))) {
    const held = values.get(name)
    if (held === undefined) values.set(name, new Set([value]))
    else held.add(value)
  }
  let text = ''
  for (const name of [...values.keys()].sort()) {
    for (const value of [...(values.get(name) ?? [])].sort()) text += name + value
  }
  return text
}

/**
 * The spellings of one URL that Twilio may have signed, the likeliest first. Its servers are not of one mind on
 * whether a port counts (the SDKs try both), and a query may have been escaped on the way otherwise than
 * it was signed: an apostrophe above all (twilio-node#1059, #1183).
 */
export function urlSpellings(url: string): string[] {
  const bare = url.split('#')[0] ?? ''
  const spellings = new Set<string>()
  for (const one of querySpellings(bare)) {
    for (const ported of portSpellings(one)) spellings.add(ported)
  }
  return [...spellings]
}

const origin = /^(https?):\/\/([^/?]*?)(:\d+)?(?=[/?]|$)/i

function portSpellings(url: string): string[] {
  const [found, scheme = '', host = '', port] = origin.exec(url) ?? []
  if (found === undefined) return [url]
  const rest = url.slice(found.length)
  const standard = scheme.toLowerCase() === 'https' ? ':443' : ':80'
  const without = `${scheme}://${host}${rest}`
  const withPort = `${scheme}://${host}${port ?? standard}${rest}`
  return port === undefined ? [without, withPort] : [withPort, without]
}

function querySpellings(url: string): string[] {
  const start = url.indexOf('?')
  if (start === -1) return [url]
  const path = url.slice(0, start + 1)
  const query = url.slice(start + 1)
  const plain = query.replaceAll('%27', "'")
  return [url, path + plain, path + query.replaceAll("'", '%27'), path + stringify(parse(query))]
}
