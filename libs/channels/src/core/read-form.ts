import type { Payload } from './channel.ts'

const decoder = new TextDecoder('utf-8')

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
