import { asText } from '../core/access.ts'

const token = /<([^<>]+)>|&(amp|lt|gt);/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }

/** Slack's text as people read it: mentions, links and dates written out, the three escaped characters restored. */
export function readable(raw: unknown): string | undefined {
  const text = asText(raw)
  if (text === undefined || !(text.includes('<') || text.includes('&'))) return text
  return text.replace(token, (whole, inside: string | undefined, entity: string | undefined) => {
    if (entity !== undefined) return entities[entity] ?? whole
    return inside === undefined ? whole : mention(inside)
  })
}

/** `inside` stands between the angle brackets: `@U01|ana`, `#C01|general`, `!here`, `https://…|label`. */
function mention(inside: string): string {
  const bar = inside.indexOf('|')
  const target = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? '' : unescaped(inside.slice(bar + 1))
  if (target.startsWith('@') || target.startsWith('#')) return named(target.slice(0, 1), target, label)
  if (!target.startsWith('!')) return link(unescaped(target), label)
  if (target.startsWith('!date^')) return label === '' ? (target.split('^')[2] ?? target) : label
  if (target.startsWith('!subteam^')) return named('@', `@${target.slice('!subteam^'.length)}`, label)
  return named('@', `@${target.slice(1)}`, label)
}

function named(sign: string, target: string, label: string): string {
  if (label === '') return target
  return label.startsWith(sign) ? label : `${sign}${label}`
}

/** Both are read and looked for; a label that says where the link goes is enough. */
export function link(url: string, label: string): string {
  if (label === '' || label === url) return url.replace(/^(?:mailto|tel):/, '')
  const bare = url.replace(/^[a-z]+:(?:\/\/)?/, '')
  return label === bare || `${label}/` === bare ? label : `${label} (${url})`
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (whole, entity: string) => entities[entity] ?? whole)
}
