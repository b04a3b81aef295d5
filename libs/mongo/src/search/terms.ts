import { fold } from './fold.ts'
import { joinedNumbers } from './numbers.ts'
import { pairs, tokens } from './tokens.ts'

/** Code points a term may have; a longer word is found by its beginning. */
export const termCharsMax = 64

/** Terms a message may have: the index holds one entry for each. */
export const termsMax = 1_000

const dictionary = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The terms under which a message with these readable texts is found (`search.terms`), without repeats: its words,
 * its numbers joined, overlapping pairs of scripts written without spaces, and last ICU's dictionary words of those.
 * Total for any strings; at most `termsMax` terms of at most `termCharsMax` code points.
 */
export function searchTerms(texts: readonly string[]): string[] {
  const terms = new Set<string>()
  const runs: string[] = []
  const folded = texts.map(fold)
  for (const text of folded) {
    for (const token of tokens(text)) {
      if (token.kind === 'run') runs.push(token.text)
      else terms.add(shorten(token.text))
    }
    for (const number of joinedNumbers(text)) terms.add(number)
  }
  for (const run of runs) for (const pair of pairs(run)) terms.add(pair)
  for (const run of runs) {
    if (terms.size >= termsMax) break
    for (const { segment, isWordLike } of dictionary.segment(run)) if (isWordLike) terms.add(shorten(segment))
  }
  return [...terms].slice(0, termsMax)
}

/** Cuts a term to its bound. */
export function shorten(term: string): string {
  return term.length <= termCharsMax ? term : Array.from(term).slice(0, termCharsMax).join('')
}
