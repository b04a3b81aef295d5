/** The white space of JSON, and its strings, numbers and words. */
const space = /[ \t\n\r]*/y
const scalar = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,\]}"]+/y

/** Deeper than any parser's item; each level may read all that follows it. */
const pointerDepthMax = 32

/**
 * The characters of a JSON text that a JSON pointer (RFC 6901) names, exactly as they stand there: no number loses a
 * digit and no key its place. Undefined where the text is no JSON, has nothing there or the pointer is
 * deeper than any item. Of doubled keys the last counts.
 */
export function jsonFragment(text: string, pointer: string): string | undefined {
  const [root, ...tokens] = pointer.split('/')
  if (root !== '' || tokens.length > pointerDepthMax || !isJson(text)) return undefined
  let at = past(space, text, 0)
  for (const token of tokens) {
    const found = childOf(text, at, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (found === undefined) return undefined
    at = found
  }
  return text.slice(at, valueEnd(text, at))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where a member or element begins; the text is known to be JSON. */
function childOf(text: string, start: number, token: string): number | undefined {
  const isObject = text[start] === '{'
  if (!isObject && text[start] !== '[') return undefined
  let found: number | undefined
  let at = past(space, text, start + 1)
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    let name = String(index)
    if (isObject) {
      const end = past(scalar, text, at)
      name = JSON.parse(text.slice(at, end)) as string
      at = past(space, text, past(space, text, end) + 1)
    }
    if (name === token && !isObject) return at
    if (name === token) found = at
    at = past(space, text, valueEnd(text, at))
    if (text[at] === ',') at = past(space, text, at + 1)
  }
  return found
}

/** A loop, not a recursion: a body may nest as deep as it is long. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; ) {
    const character = text[at] ?? ''
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    const isMark = '{}[],: \t\n\r'.includes(character)
    at = isMark ? at + 1 : past(scalar, text, at)
    if (depth === 0) return at
  }
  return text.length
}

function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(text)
  // Without a match the position falls back to 0; white space always matches, and scalars stand where they must.
  return pattern.lastIndex
}
