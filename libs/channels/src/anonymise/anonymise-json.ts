import { anonymiseMail, isMail } from './anonymise-mail.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import { isStructural, isStructuralNumber } from './structure.ts'

/** Strings, numbers, and the characters that tell where in the structure they stand. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/g

type Frame = { kind: 'object' | 'list'; key: string | undefined; expectsKey: boolean }

/**
 * JSON text with every telling value replaced in place: spaces, order, escapes' meaning and number forms stay as the
 * provider wrote them. The text must be valid JSON.
 */
export function anonymiseJson(json: string, pseudonyms: Pseudonyms): string {
  const stack: Frame[] = []
  return json.replace(tokens, (token) => {
    const frame = stack.at(-1)
    switch (token) {
      case '{':
        stack.push({ kind: 'object', key: undefined, expectsKey: true })
        return token
      case '[':
        stack.push({ kind: 'list', key: frame?.key, expectsKey: false })
        return token
      case '}':
      case ']':
        stack.pop()
        return token
      case ',':
        if (frame?.kind === 'object') frame.expectsKey = true
        return token
      case ':':
        if (frame) frame.expectsKey = false
        return token
    }
    if (frame?.kind === 'object' && frame.expectsKey) {
      frame.key = JSON.parse(token) as string
      return token
    }
    return token.startsWith('"') ? text(token, frame?.key, pseudonyms) : number(token, frame?.key, pseudonyms)
  })
}

function text(token: string, key: string | undefined, pseudonyms: Pseudonyms): string {
  const value = JSON.parse(token) as string
  if (isStructural(key, value)) return token
  const replaced = replace(key, value, pseudonyms)
  const quoted = JSON.stringify(replaced)
  // Who escapes everything beyond ASCII signs those escapes: a fixture must keep that trap.
  const escaped = /\\u[0-9a-f]{4}/i.test(token)
  return escaped ? quoted.replace(/[^\0-~]/g, (unit) => `\\u${hex(unit)}`) : quoted
}

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')

function replace(key: string | undefined, value: string, pseudonyms: Pseudonyms): string {
  if (isMail(key, value)) return anonymiseMail(value, pseudonyms)
  return nestedJson(value) ? anonymiseJson(value, pseudonyms) : pseudonyms.text(value)
}

/** Some providers put JSON into a text of their JSON (flows, payloads). */
function nestedJson(value: string): boolean {
  if (!/^\s*[{[]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function number(token: string, key: string | undefined, pseudonyms: Pseudonyms): string {
  if (isStructuralNumber(key)) return token
  return token.startsWith('-100') && token.length > 10
    ? `-100${pseudonyms.number(token.slice(4))}`
    : pseudonyms.number(token)
}
