import { asText } from './access.ts'

/** Keys under which providers put what a person reads. */
const readableKeys = new Set(
  'body text caption title subtitle description name header footer label question options display_text'.split(
    ' ',
  ),
)
const depthMax = 6
const piecesMax = 40

/**
 * What people would read in a structure whose kind is not known: the texts under keys such as body, title or
 * caption, in the payload's order, one a line. Undefined where there are none.
 */
export function readableText(value: unknown): string | undefined {
  const pieces: string[] = []
  collect(value, false, depthMax, pieces)
  return pieces.length === 0 ? undefined : pieces.join('\n')
}

function collect(value: unknown, readable: boolean, levels: number, pieces: string[]): void {
  if (pieces.length >= piecesMax) return
  if (typeof value === 'object' && value !== null) {
    if (levels === 0) return
    const inList = Array.isArray(value)
    for (const [key, child] of Object.entries(value)) {
      collect(child, inList ? readable : readableKeys.has(key), levels - 1, pieces)
    }
    return
  }
  const text = readable && typeof value === 'string' ? asText(value) : undefined
  if (text !== undefined) pieces.push(text)
}
