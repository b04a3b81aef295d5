import type { Payload } from './channel.ts'

const decoder = new TextDecoder('utf-8')

/**
 * Far more than any provider sends. Each parameter costs some microseconds, before anybody has proved who sent them: a
 * body of nothing but `&a=` must not become a million.
 */
const parametersMax = 5_000

/** Whether a form has more parameters than are read; told without reading them. */
export function hasTooManyParameters(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count >= parametersMax) return true
  }
  return false
}

/** The parameters of a form in their order, percent-decoded. `text` is the form as written: `a=1&b=2`. */
export function formParameters(text: string): [name: string, value: string][] {
  return [...new URLSearchParams(text)]
}

/** The text of a form's bytes. Invalid UTF-8 is replaced, in this copy only. */
export function formText(body: Uint8Array): string {
  return decoder.decode(body)
}

/**
 * Reads `application/x-www-form-urlencoded` into an object of strings; a name that came several times has the list of
 * its values, so that none is lost. Never throws.
 */
export function readForm(text: string): Payload {
  if (text === '') return { ok: false, error: 'the body is empty' }
  if (hasTooManyParameters(text)) return { ok: false, error: 'the form has too many parameters' }
  const values = new Map<string, string | string[]>()
  for (const [name, value] of formParameters(text)) {
    const held = values.get(name)
    if (held === undefined) values.set(name, value)
    else if (typeof held === 'string') values.set(name, [held, value])
    else held.push(value)
  }
  // fromEntries defines own properties: a parameter called __proto__ is one like any other.
  return { ok: true, value: Object.fromEntries(values) }
}
