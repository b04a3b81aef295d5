import { foldWithOffsets } from './fold.ts'
import type { SearchQuery } from './query.ts'
import { tokens } from './tokens.ts'

/** UTF-16 units a snippet has at most. */
export const snippetCharsMax = 160

/** Half-open, UTF-16 units. */
export type Range = { start: number; end: number }

/** A piece of a message's own text, never markup; `start` is where it begins in the whole text. */
export type Snippet = {
  text: string
  start: number
  ranges: Range[]
  cut_before: boolean
  cut_after: boolean
}

const leadChars = 40

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The part of the original text around the first hit, with every hit in it as a range of the snippet. Without a hit
 * it is the beginning of the text. Total for any string; never cuts a character in two.
 */
export function highlight(
  text: string,
  query: Pick<SearchQuery, 'marks'>,
  charsMax = snippetCharsMax,
): Snippet {
  const hits = findHits(text, query)
  const first = hits[0]?.start ?? 0
  const from = text.length <= charsMax || first <= leadChars ? 0 : boundary(text, first - leadChars, first)
  const to = text.length - from <= charsMax ? text.length : lastBoundary(text, from, from + charsMax)
  const ranges = hits
    .filter((hit) => hit.start < to && hit.end > from)
    .map((hit) => ({ start: Math.max(hit.start, from) - from, end: Math.min(hit.end, to) - from }))
  return {
    text: text.slice(from, to),
    start: from,
    ranges,
    cut_before: from > 0,
    cut_after: to < text.length,
  }
}

/** Where the query's words stand in the original text: in order, without overlaps. */
export function findHits(text: string, query: Pick<SearchQuery, 'marks'>): Range[] {
  const folded = foldWithOffsets(text)
  const found: Range[] = []
  const add = (at: number, length: number): void => {
    const start = folded.starts[at]
    const end = folded.ends[at + length - 1]
    if (start !== undefined && end !== undefined) found.push({ start, end })
  }
  for (const token of tokens(folded.text)) {
    for (const mark of query.marks) {
      if (token.kind === 'run')
        everyIndex(token.text, mark.text, (at) => add(token.start + at, mark.text.length))
      else if (token.text === mark.text) add(token.start, token.text.length)
      else if (mark.prefix && token.text.startsWith(mark.text)) add(token.start, mark.text.length)
    }
  }
  for (const mark of query.marks) addWrittenNumbers(folded.text, mark.text, add)
  return merge(found)
}

/** A long number also where the message writes it with separators. */
function addWrittenNumbers(folded: string, digits: string, add: (at: number, length: number) => void): void {
  if (!/^\d{7,20}$/.test(digits)) return
  const spread = new RegExp(digits.replace(/^0/, '').split('').join('[ \u00a0()./-]{0,3}'), 'g')
  for (const match of folded.matchAll(spread)) add(match.index, match[0].length)
}

function everyIndex(text: string, part: string, use: (at: number) => void): void {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) use(at)
}

function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push({ ...range })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}

/** The first place from `wanted` on (but not after `latest`) where a new word begins. */
function boundary(text: string, wanted: number, latest: number): number {
  const space = text.slice(wanted, latest).search(/\s\S/)
  if (space >= 0) return wanted + space + 1
  for (const { index } of graphemes.segment(text.slice(wanted - 1, latest))) {
    if (index > 0) return wanted - 1 + index
  }
  return latest
}

/** The last place up to `wanted` that does not cut a character; after a space if one is near. */
function lastBoundary(text: string, from: number, wanted: number): number {
  const near = text.slice(wanted - 20, wanted + 1).search(/\s\S*$/)
  if (near >= 0 && wanted - 20 + near > from) return wanted - 20 + near
  let last = from
  for (const { index, segment } of graphemes.segment(text.slice(from, wanted + 32))) {
    if (from + index + segment.length > wanted) break
    last = from + index + segment.length
  }
  return last > from ? last : wanted
}
