/** Header fields in their order, folded lines joined; names in lower case, values as they came. */
export type Headers = readonly (readonly [name: string, value: string])[]

/** Far more than a real mail has; what stands beyond is left in the stored bytes. */
const headersMax = 1000

const field = /^([!-9;-~]+)[ \t]*:(.*)$/s

/** Reads a block of header lines. A line that is none is skipped. */
export function parseHeaders(block: string): Headers {
  const headers: [string, string][] = []
  for (const line of unfold(block)) {
    const [, name, value] = field.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    headers.push([name.toLowerCase(), value.trim()])
    if (headers.length === headersMax) break
  }
  return headers
}

/** The value of a header field, the first where it came several times; undefined where it is absent or empty. */
export function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([key, value]) => key === name && value !== '')?.[1]
}

/** Lines, each with those that go on with it: they begin with a space or tab. */
function* unfold(block: string): Generator<string> {
  let pieces: string[] = []
  for (const line of block.split(/\r?\n/)) {
    if (pieces.length > 0 && /^[ \t]/.test(line)) pieces.push(line.trim())
    else {
      if (pieces.length > 0) yield pieces.join(' ')
      pieces = line === '' ? [] : [line]
    }
  }
  if (pieces.length > 0) yield pieces.join(' ')
}
