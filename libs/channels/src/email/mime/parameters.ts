import { decodeText } from './charset.ts'

/** A structured header value: `text/plain; charset=utf-8`. `value` and the names are in lower case. */
export type Structured = { value: string; parameters: ReadonlyMap<string, string> }

/** `; name=token` or `; name="quoted \" text"`, wherever it stands next. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs
const sectionName = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/

/** Longer than any real one; what stands behind is left in the stored bytes. */
const charsMax = 20_000

type Section = { order: number; encoded: boolean; text: string }

/**
 * Reads a header value with parameters, and those that RFC 2231 cuts into sections and percent-encodes
 * (`filename*0*=UTF-8''na%C3%AF`, `filename*1=ve.txt`). Of a name that came twice the first counts.
 */
export function parseStructured(whole: string): Structured {
  const text = whole.slice(0, charsMax)
  const start = text.indexOf(';')
  const value = (start === -1 ? text : text.slice(0, start)).trim().toLowerCase()
  const sections = new Map<string, Section[]>()
  for (const [, name = '', quoted, token = ''] of text.matchAll(parameter)) {
    const [, base, order, mark] = sectionName.exec(name.toLowerCase()) ?? []
    if (base === undefined) continue
    const section = {
      order: Number(order ?? 0),
      encoded: mark !== undefined,
      text: quoted === undefined ? token.trim() : quoted.replace(/\\(.)/gs, '$1'),
    }
    const held = sections.get(base)
    if (held === undefined) sections.set(base, [section])
    else if (!held.some((one) => one.order === section.order)) held.push(section)
  }
  return { value, parameters: new Map([...sections].map(([name, list]) => [name, join(list)])) }
}

/** Sections in order, decoded by the charset that the first of them names. */
function join(sections: Section[]): string {
  sections.sort((a, b) => a.order - b.order)
  if (!sections.some(({ encoded }) => encoded)) return sections.map(({ text }) => text).join('')
  const [, charset, rest] = /^([^']*)'[^']*'(.*)$/s.exec(sections[0]?.text ?? '') ?? []
  const bytes = sections.map(({ encoded, text }, index) => {
    const own = index === 0 && rest !== undefined ? rest : text
    return encoded ? percentBytes(own) : Buffer.from(own)
  })
  return decodeText(Buffer.concat(bytes), charset)
}

function percentBytes(text: string): Buffer {
  const binary = Buffer.from(text).toString('latin1')
  return Buffer.from(
    binary.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
